import { resolve } from 'node:path';
import {
  createLocalAuthentication,
  createTokenAuthenticate,
  type Authentication,
} from '@hitl/server';
import { openLocalSecret } from '@hitl/server/node';
import {
  emptyConfig,
  gateConfig,
  loadConfig,
  parseStoreUrl,
  type Config,
  type StoreTarget,
} from '@hitl/server/config';
import type { CliIo } from '../process/io.ts';
import { UsageError } from '../process/usage-error.ts';
import type { Log } from '../process/log.ts';
import type { AuthMode, ServeFlags } from './flags.ts';
import { readJwt } from './jwt.ts';
import { createTokenFileAuthenticate } from './token-file.ts';
import { messageOf } from '../process/message-of.ts';

/** The store of `--store`; `undefined` without the flag. */
export function readStore({ store }: ServeFlags): StoreTarget | undefined {
  if (store === undefined) return undefined;
  const target = parseStoreUrl(store, process.cwd());
  if (typeof target === 'string') throw new UsageError(`--store: ${target}`);
  return target;
}

/** What to serve: a configuration, mailboxes, or else the inbox and the gate for other programs. */
export async function readConfig({ config, mailbox }: ServeFlags, { env }: CliIo): Promise<Config> {
  if (config !== undefined) return loadConfig(config, { env });
  return mailbox === undefined ? gateConfig() : emptyConfig();
}

/** Folder of the server's own files in the working directory. */
export const STATE_FOLDER = '.hitl';

/**
 * How callers are authenticated. Tokens are those of `--token-file`, which is re-read when it
 * changes, else of `HITL_TOKENS`; signed ones are verified with the keys of `--jwks`.
 */
export async function readAuthentication(
  mode: AuthMode,
  flags: ServeFlags,
  { server }: Config,
  io: CliIo,
  log: Log,
): Promise<Authentication> {
  const { tokenFile } = flags;
  switch (mode) {
    case 'none':
      return 'none';
    case 'local':
      return createLocalAuthentication({ secret: localSecret(log) });
    case 'jwt':
      return readJwt(flags, server.jwt, log);
    case 'token': {
      const source = tokenFile === undefined ? 'HITL_TOKENS' : `--token-file ${tokenFile}`;
      try {
        if (tokenFile === undefined) return await createTokenAuthenticate(readTokens(io));
        const onError = (why: string): void =>
          log.error(`${source} cannot be used, so no token is accepted until it can: ${why}`);
        return await createTokenFileAuthenticate({ path: resolve(tokenFile), onError });
      } catch (cause) {
        throw new UsageError(`${source}: ${messageOf(cause)}`, { cause });
      }
    }
  }
}

function localSecret(log: Log): string {
  const folder = resolve(STATE_FOLDER);
  try {
    const { secret, path, replaced } = openLocalSecret(folder);
    if (replaced !== undefined) log.warn(`${path} was replaced by a new secret: ${replaced}`);
    return secret;
  } catch (cause) {
    throw new UsageError(
      `--auth local keeps its secret in ${folder}, which cannot be used: ${messageOf(cause)}. Use --auth token, or another working directory.`,
      { cause },
    );
  }
}

function readTokens(io: CliIo): string {
  const lines = io.env['HITL_TOKENS'];
  if (lines !== undefined) return lines;
  throw new UsageError(
    'it is not set. --auth token needs it, or --token-file FILE: one TOKEN USER_ID [reviewer|agent|service] a line.',
  );
}
