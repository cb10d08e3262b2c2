'use client';
/**
 * Tools for tests of your own cards: a provider that accepts presses immediately and keeps nothing
 * between tests, a server in the page, and ways to break the connection to it.
 *
 * @module
 */
import { createDrafts, createHitlClient, type HitlClient } from '@hitl/client';
import { useState, type ReactElement } from 'react';
import { HitlProvider, type HitlProviderProps } from './provider.tsx';

/** A server in this process: `createHitl(…)` of `@hitl/server`, or `createFaults` around it. */
export interface InMemoryServer {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Props of `HitlProvider`, and a server for the test. */
export interface HitlTestProviderProps extends HitlProviderProps {
  /** A server in this process, for which a client is created. Not needed with `client`. */
  server?: InMemoryServer | undefined;
}

/** A provider for tests: presses count immediately, and drafts are dropped with it. */
export function HitlTestProvider({
  server,
  client: given,
  ...props
}: HitlTestProviderProps): ReactElement {
  const [drafts] = useState(() => createDrafts({ storage: null }));
  const [client] = useState((): HitlClient | undefined => {
    if (given !== undefined || server === undefined) return given;
    return createHitlClient({
      fetch: (request) => server.fetch(request),
      baseUrl: 'http://localhost',
      lingerMs: 0,
    });
  });
  return <HitlProvider client={client} drafts={drafts} armingDelayMs={0} {...props} />;
}

/**
 * How a call fails.
 *
 * - `unreachable`: the call does not arrive.
 * - `lost`: the server processes it, and the response is lost.
 * - `hanging`: no response comes until the call is aborted.
 * - a number: the call does not arrive, and the response is an empty one with this status.
 */
export type Fault = 'unreachable' | 'lost' | 'hanging' | number;

/** A server with a connection that can be cut. */
export interface Faults extends InMemoryServer {
  /** Makes the next call fail whose path ends with this: `/respond`, `/rules`. */
  failNext(path: string, fault: Fault): void;
  /** Makes every call fail until `restore`. */
  cut(fault: Fault): void;
  restore(): void;
}

/** Puts a breakable connection between a client and a server. */
export function createFaults(server: InMemoryServer): Faults {
  const next: { readonly path: string; readonly fault: Fault }[] = [];
  let always: Fault | undefined;

  async function broken(request: Request, fault: Fault): Promise<Response> {
    if (typeof fault === 'number') return new Response(null, { status: fault });
    if (fault === 'lost') await server.fetch(request);
    if (fault === 'hanging') {
      await new Promise((resolve) => {
        request.signal.addEventListener('abort', resolve);
      });
    }
    throw new TypeError('The line is cut.');
  }

  return {
    fetch(request) {
      const { pathname } = new URL(request.url);
      const at = next.findIndex(({ path }) => pathname.endsWith(path));
      const fault = at === -1 ? always : next.splice(at, 1)[0]?.fault;
      return fault === undefined ? server.fetch(request) : broken(request, fault);
    },
    failNext: (path, fault) => void next.push({ path, fault }),
    cut: (fault) => void (always = fault),
    restore: () => void (always = undefined),
  };
}
