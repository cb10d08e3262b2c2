/**
 * Web types named in the declarations, as declared by the environment (a page, a worker, Node).
 * Elsewhere minimal substitutes, so that the declarations compile.
 */

/** `Request`. */
export type WebRequest = typeof globalThis extends { Request: { prototype: infer T } }
  ? T
  : { readonly url: string; readonly method: string };

/** `Response`. */
export type WebResponse = typeof globalThis extends { Response: { prototype: infer T } }
  ? T
  : { readonly ok: boolean; readonly status: number };

/** `Headers`. */
export type WebHeaders = typeof globalThis extends { Headers: { prototype: infer T } }
  ? T
  : { get(name: string): string | null };

/** `AbortSignal`. */
export type WebAbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } }
  ? T
  : { readonly aborted: boolean };

/** `AbortController`. */
export type WebAbortController = typeof globalThis extends {
  AbortController: { prototype: infer T };
}
  ? T
  : { readonly signal: WebAbortSignal; abort(): void };

/** Argument of `new Headers()`. */
export type WebHeadersInit = [string, string][] | Record<string, string> | WebHeaders;

/** Whether cookies are sent. */
export type WebCredentials = 'include' | 'omit' | 'same-origin';
