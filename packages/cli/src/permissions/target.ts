import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createHitlClient, type HitlClient } from '@hitl/client';
import { createHitl, createScriptedModel, type HitlOptions } from '@hitl/server';
import { buildConfig, emptyConfig, loadAgentFile } from '@hitl/server/config';
import type { CliIo } from '../process/io.ts';
import { createServerClient } from '../remote/server-client.ts';
import { directoryOf, type TargetFlags } from '../delta-folder/directory.ts';
import { openRules } from '../delta-folder/rules-file.ts';
import { messageOf } from '../process/message-of.ts';

/** Flags of every command about rules, as typed. */
export interface PermissionFlags extends TargetFlags {
  readonly user: string;
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
  const { server = '', tokenFile } = flags;
  const directory = directoryOf(flags);
  if (directory !== undefined) return openDirectory(directory, io, mode);
  return {
    client: createServerClient(server, io, tokenFile),
    close: () => Promise.resolve(),
  };
}

/** Runs a server in this process, so that a directory behaves like a server. */
async function openDirectory(workspace: string, io: CliIo, mode: TargetMode): Promise<Target> {
  const permissionStore = await openRules(workspace);
  const agent = mode === 'check' ? await readAgent(workspace, io) : null;
  const options = agent ?? { ...(await readBuiltins(workspace)), agents: [{ name: 'local' }] };
  const hitl = createHitl({ ...options, models: [UNUSED_MODEL], permissionStore });
  return {
    client: createHitlClient({ fetch: hitl.fetch }),
    close: () => hitl.close(0),
  };
}

/** Never called, because nothing runs here; so its key is not needed. */
const UNUSED_MODEL = createScriptedModel({ name: 'none', turns: [] });

const NO_STORE = { storeType: 'inmemory' } as const;

/** The agent of `config.yaml` in the directory; `null` if there is no valid one. */
async function readAgent(workspace: string, { env, stderr }: CliIo): Promise<HitlOptions | null> {
  const path = join(workspace, 'config.yaml');
  if (!existsSync(path)) return null;
  try {
    const { config } = await loadAgentFile(path, env);
    const agents = config.agents.map((placed) => ({
      ...placed,
      component: { ...placed.component, model: UNUSED_MODEL.name },
    }));
    const built = await buildConfig({ ...config, agents }, { workspace, env, store: NO_STORE });
    return built.options;
  } catch (error) {
    stderr.write(
      `hitl: checked without the agent of ${path}, which cannot be read: ${messageOf(error)}\n`,
    );
    return null;
  }
}

/** The built-in tools, working in a directory. */
async function readBuiltins(workspace: string): Promise<HitlOptions> {
  const protectedPaths = [join(workspace, 'config.yaml')];
  const options = { workspace, env: {}, store: NO_STORE, protectedPaths };
  return (await buildConfig(emptyConfig(), options)).options;
}
