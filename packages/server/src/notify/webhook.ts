import type { OnPending, PendingNotice } from './pending-notices.ts';
import type { OnSettled, SettledNotice } from './settled-notices.ts';
import { invalidOption } from '../base/invalid-option.ts';

/** Options of `postPending` and `postSettled`. */
export interface PostPendingOptions {
  /** Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Time limit of one attempt, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
}

/**
 * A webhook for `onPending`: posts each notice as JSON to a URL. Any status other than 2xx is a failure,
 * including redirects: they are not followed, so that only the configured URL is called.
 *
 * @throws HitlError `invalid_option` for a URL that is not `http:` or `https:`, or contains a
 * password.
 */
export function postPending(url: string, options: PostPendingOptions = {}): OnPending {
  return poster(url, options);
}

/**
 * A webhook for `onSettled`: posts each notice as JSON to a URL, like `postPending`.
 *
 * @throws HitlError `invalid_option` for a URL that is not `http:` or `https:`, or contains a
 * password.
 */
export function postSettled(url: string, options: PostPendingOptions = {}): OnSettled {
  return poster(url, options);
}

function poster(
  url: string,
  options: PostPendingOptions,
): (notice: PendingNotice | SettledNotice, signal: AbortSignal) => Promise<void> {
  const { fetch = globalThis.fetch, timeoutMs = 10_000 } = options;
  const target = URL.canParse(url) ? new URL(url) : null;
  if (target === null || !/^https?:$/.test(target.protocol)) {
    throw invalidOption('Notices are posted to an http: or https: URL only.');
  }
  if (target.username !== '' || target.password !== '') {
    throw invalidOption('The URL for notices must not hold a user or a password.');
  }
  return async (notice, signal) => {
    const request = new Request(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notice),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const response = await fetch(request);
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it was answered with ${response.status}`);
  };
}
