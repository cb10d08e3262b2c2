import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createHitlClient, type HitlClient } from '@hitl/client';
import {
  createHitl,
  createScriptedModel,
  type HitlOptions,
  type PermissionStore,
} from '@hitl/server';
import { buildConfig, loadAgentFile, realpathOf } from '@hitl/server/config';
import {
  createAskHumanTool,
  createBashTool,
  createFileEditTool,
  createFileReadTool,
  createFileWriteTool,
  createProtectedFiles,
} from '@hitl/server/tools';
import type { CliIo } from '../process/io.ts';
import { createServerClient } from '../remote/server-client.ts';
import { UsageError } from '../process/usage-error.ts';
import { readDirectory } from '../delta-folder/directory.ts';
import { openRules } from '../delta-folder/rules-file.ts';

/** Flags of every command about rules, as typed. */
export interface TargetFlags {
  readonly server?: string;
  readonly tokenFile?: string;
  readonly dir?: string;
  readonly user: string;
  readonly format: 'text' | 'json';
}

/** How a command uses the rules. `check`: it evaluates them for a call. */
export type TargetMode = 'read' | 'write' | 'check';

/** The rules that a command is about, and a client for them. */
export interface Target {
  readonly client: HitlClient;
  close(): Promise<void>;
}

/**
 * Opens the rules of a server or of a directory. Only `write` changes the directory; `check` also
 * reads its agent.
 */
export async function openTarget(flags: TargetFlags, io: CliIo, mode: TargetMode): Promise<Target> {
  if (flags.server === undefined) return openDirectory(flags.dir ?? '.', io, mode);
  if (flags.dir !== undefined) throw new UsageError('Expected either --server or --dir.');
  return {
    client: createServerClient(flags.server, io, flags.tokenFile),
    close: () => Promise.resolve(),
  };
}

/** Runs a server in this process, so that a directory behaves like a server. */
async function openDirectory(dir: string, io: CliIo, mode: TargetMode): Promise<Target> {
  const workspace = readDirectory(dir);
  const permissionStore = await openRules(workspace);
  const agent = mode === 'check' ? await readAgent(workspace, permissionStore, io) : null;
  const hitl = createHitl(agent ?? { ...builtinTools(workspace), permissionStore });
  return {
    client: createHitlClient({ fetch: hitl.fetch }),
    close: () => hitl.close(0),
  };
}

/** The agent of `config.yaml` in the directory; `null` if there is no valid one. */
async function readAgent(
  workspace: string,
  permissionStore: PermissionStore,
  io: CliIo,
): Promise<HitlOptions | null> {
  const path = join(workspace, 'config.yaml');
  if (!existsSync(path)) return null;
  try {
    const { config } = await loadAgentFile(path, io.env);
    const agents = config.agents.map((placed) => ({
      ...placed,
      component: { ...placed.component, model: UNUSED_MODEL.name },
    }));
    const store = { storeType: 'inmemory' } as const;
    const built = await buildConfig({ ...config, agents }, { workspace, env: io.env, store });
    return { ...built.options, models: [UNUSED_MODEL], permissionStore };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    io.stderr.write(`hitl: checked without the agent of ${path}, which cannot be read: ${why}\n`);
    return null;
  }
}

/** Never called, because nothing runs here; so its key is not needed. */
const UNUSED_MODEL = createScriptedModel({ name: 'none', turns: [] });

/** The built-in tools, working in a directory. */
function builtinTools(workspace: string): HitlOptions {
  const protectedFiles = createProtectedFiles({
    workspace,
    paths: [join(workspace, 'config.yaml')],
  });
  return {
    agents: [{ name: 'local' }],
    models: [UNUSED_MODEL],
    tools: [
      createBashTool({ workspace }),
      createFileReadTool({ workspace, protectedFiles }),
      createFileWriteTool({ workspace, protectedFiles }),
      createFileEditTool({ workspace, protectedFiles }),
      createAskHumanTool(),
    ],
    ruleContext: {
      root: workspace,
      home: homedir(),
      realpath: realpathOf,
      protectedPaths: protectedFiles,
    },
  };
}
