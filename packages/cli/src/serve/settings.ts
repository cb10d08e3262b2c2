import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createTokenAuthenticate, type Authentication } from '@hitl/server';
import {
  emptyConfig,
  loadConfig,
  parseStoreUrl,
  type Config,
  type StoreTarget,
} from '@hitl/server/config';
import type { CliIo } from '../io.ts';
import { UsageError } from '../usage-error.ts';
import type { ServeFlags } from './flags.ts';

/** Where runs are kept, from `--store`; `undefined` without the flag. */
export function readStore({ store }: ServeFlags): StoreTarget | undefined {
  if (store === undefined) return undefined;
  const target = parseStoreUrl(store, process.cwd());
  if (typeof target === 'string') throw new UsageError(`--store: ${target}`);
  return target;
}

/** The folder that the tools work in, absolute. */
export function readWorkspace({ workspace = '.' }: ServeFlags): string {
  const path = resolve(workspace);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return path;
  throw new UsageError(`--workspace: ${path} is not a folder.`);
}

/** What is served: a configuration, or only mailboxes. */
export function readConfig({ config, mailbox }: ServeFlags, { env }: CliIo): Promise<Config> {
  if (config !== undefined) return loadConfig(config, { env });
  if (mailbox !== undefined) return emptyConfig();
  throw new UsageError("required option '--config <dir>' not specified, nor --mailbox <dir>");
}

/** How callers are told apart. Tokens are those of `--token-file`, else of `HITL_TOKENS`. */
export async function readAuthentication(
  mode: 'none' | 'token',
  { tokenFile }: ServeFlags,
  io: CliIo,
): Promise<Authentication> {
  switch (mode) {
    case 'none':
      return 'none';
    case 'token': {
      const source = tokenFile === undefined ? 'HITL_TOKENS' : `--token-file ${tokenFile}`;
      try {
        return await createTokenAuthenticate(readTokens(tokenFile, io));
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new UsageError(`${source}: ${why}`, { cause });
      }
    }
  }
}

function readTokens(file: string | undefined, io: CliIo): string {
  if (file !== undefined) return readFileSync(file, 'utf8');
  const lines = io.env['HITL_TOKENS'];
  if (lines !== undefined) return lines;
  throw new UsageError(
    'it is not set. --auth token needs it, or --token-file FILE: one TOKEN USER_ID [reviewer] a line.',
  );
}
