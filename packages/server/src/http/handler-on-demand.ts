import { completeLimits } from '../approval/limits.ts';
import { readBasePath } from './base-path.ts';
import type { Handler, HandlerOptions } from './handler.ts';
import { createOriginPolicy } from './origin.ts';

/**
 * A handler whose routes and schemas are loaded with the first request: they take longer to load
 * than everything else, and hosts without HTTP requests never need them.
 */
export function createHandlerOnDemand(options: HandlerOptions): Handler {
  readBasePath(options.basePath ?? '');
  createOriginPolicy(options.allowedOrigins ?? []);
  completeLimits(options.limits);

  let handler: Handler | undefined;
  let loading: Promise<Handler> | undefined;
  let closed = false;

  async function load(): Promise<Handler> {
    const { createHandler } = await import('./handler.ts');
    handler = createHandler(options);
    if (closed) handler.close();
    return handler;
  }

  return {
    async fetch(request) {
      loading ??= load();
      return (handler ?? (await loading)).fetch(request);
    },
    close() {
      closed = true;
      handler?.close();
    },
  };
}
