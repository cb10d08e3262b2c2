import { createHitlClient, type HitlClient } from '@hitl/client';
import type { CliIo } from './io.ts';
import { UsageError } from './usage-error.ts';

/** A client of the server that `--server` names; `HITL_TOKEN` is its token. */
export function createServerClient(url: string, io: CliIo): HitlClient {
  const token = io.env['HITL_TOKEN'];
  return createHitlClient({
    baseUrl: serverUrl(url),
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
}

function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const fit = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '';
  if (fit && url.search === '' && url.hash === '') return url.href;
  throw new UsageError('--server: expected a URL such as http://127.0.0.1:8787.');
}
