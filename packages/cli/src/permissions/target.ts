import { homedir } from 'node:os';
import { createHitlClient, type HitlClient } from '@hitl/client';
import { createHitl, createScriptedModel } from '@hitl/server';
import { realpathOf } from '@hitl/server/config';
import {
  createAskHumanTool,
  createBashTool,
  createFileEditTool,
  createFileReadTool,
  createFileWriteTool,
} from '@hitl/server/tools';
import type { CliIo } from '../io.ts';
import { createServerClient } from '../server-client.ts';
import { UsageError } from '../usage-error.ts';
import { openRules, readDirectory } from './rules-file.ts';

/** The flags that every command about rules has, as they were typed. */
export interface TargetFlags {
  readonly server?: string;
  readonly dir?: string;
  readonly user: string;
  readonly format: 'text' | 'json';
}

/** Whose rules a command is about, and how it reaches them. */
export interface Target {
  readonly client: HitlClient;
  close(): Promise<void>;
}

/** Reaches the rules of a server, or of a directory; `read` leaves the directory as it is. */
export function openTarget(flags: TargetFlags, io: CliIo, mode: 'read' | 'write'): Target {
  if (flags.server === undefined) return openDirectory(flags.dir ?? '.', mode);
  if (flags.dir !== undefined) throw new UsageError('Expected either --server or --dir.');
  return {
    client: createServerClient(flags.server, io),
    close: () => Promise.resolve(),
  };
}

/**
 * The server itself in this process, so that a directory is answered in the same words. Its tools are
 * those that come with HITL, at work in the directory.
 */
function openDirectory(dir: string, mode: 'read' | 'write'): Target {
  const workspace = readDirectory(dir);
  const hitl = createHitl({
    agents: [{ name: 'local' }],
    // Nothing runs here, so it is never called.
    models: [createScriptedModel({ name: 'none', turns: [] })],
    tools: [
      createBashTool({ workspace }),
      createFileReadTool({ workspace }),
      createFileWriteTool({ workspace }),
      createFileEditTool({ workspace }),
      createAskHumanTool(),
    ],
    rule_context: { root: workspace, home: homedir(), realpath: realpathOf },
    permission_store: openRules(workspace, mode),
  });
  return {
    client: createHitlClient({ fetch: hitl.fetch }),
    close: () => hitl.close(0),
  };
}
