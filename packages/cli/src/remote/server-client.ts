import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHitlClient, type HitlClient } from '@hitl/client';
import { createGate, type Gate } from '@hitl/client/gate';
import { readSecret } from '@hitl/server/node';
import type { CliIo } from '../process/io.ts';
import { HitlError } from '@hitl/protocol/endpoints';
import { errorText } from './error-text.ts';
import { isLoopback } from './loopback.ts';
import { UsageError } from '../process/usage-error.ts';
import { messageOf } from '../process/message-of.ts';

/**
 * A client of the server of `--server`. Its token is that of `--token-file`, else `HITL_TOKEN`,
 * else, for a server on this machine, the secret that `hitl serve` stores in `.hitl` of the working
 * directory.
 */
export function createServerClient(server: string, io: CliIo, tokenFile?: string): HitlClient {
  return createHitlClient(addressOf(server, io, tokenFile));
}

/** A gate of the server of `--server`, with the same token. */
export function createServerGate(
  server: string,
  io: CliIo,
  { tokenFile, patienceMs }: { readonly tokenFile?: string; readonly patienceMs?: number } = {},
): Gate {
  const address = addressOf(server, io, tokenFile);
  return createGate({
    ...address,
    // Without headers and token, the gate names its own option `token`; `errorText` names ours.
    headers: {},
    ...(patienceMs !== undefined && { patienceMs }),
  });
}

/** Adds the server's URL to the errors of a call; one that the client refuses is wrong usage. */
export async function naming<T>(server: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!HitlError.isInstance(error) || error.code === 'usage') throw error;
    const message = `${server}: ${errorText(error)}`;
    if (error.code === 'bad_call') throw new UsageError(message, { cause: error });
    throw new HitlError(error.code, message, { cause: error });
  }
}

function addressOf(
  server: string,
  io: CliIo,
  tokenFile: string | undefined,
): { readonly baseUrl: string; readonly token: string | undefined } {
  const url = serverUrl(server);
  const token = tokenFile === undefined ? io.env['HITL_TOKEN'] : readToken(tokenFile);
  const bearer = token ?? (isLoopback(url.hostname) ? localToken() : undefined);
  return { baseUrl: url.href, token: bearer };
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new UsageError(`--token-file: ${messageOf(cause)}`, { cause });
  }
}

/** The secret of a server started here. A file that others could have written is ignored. */
function localToken(): string | undefined {
  const found = readSecret(join('.hitl', 'token'));
  return found !== null && 'secret' in found ? found.secret : undefined;
}

function serverUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const fit = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '';
  if (fit && url.search === '' && url.hash === '') return url;
  throw new UsageError('--server: expected a URL such as http://127.0.0.1:8787.');
}
