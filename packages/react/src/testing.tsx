'use client';
/**
 * What tests of your own cards need: a provider that answers at once and keeps nothing between tests,
 * a real server in the page that you hand in, and ways to break the line to it.
 *
 * @module
 */
import { createDrafts, createHitlClient, type HitlClient } from '@hitl/client';
import { useState, type ReactElement } from 'react';
import { HitlProvider, type HitlProviderProps } from './provider.tsx';

/** Anything that answers requests: `createHitl(…)` of `@hitl/server`, or `createFaults` around it. */
export interface InMemoryServer {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** As of `HitlProvider`, with a server of the test. */
export interface HitlTestProviderProps extends HitlProviderProps {
  /** A server in this process; a client for it is made. Not needed where `client` is given. */
  server?: InMemoryServer | undefined;
}

/** A provider for tests: presses count from the first moment, drafts die with it. */
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
 * How a call goes wrong.
 *
 * - `unreachable`: nothing arrives.
 * - `lost`: the server does it, and its answer is lost.
 * - `hanging`: no answer comes until the call is given up.
 * - a number: the server's answer is replaced by a bare one of this status; nothing arrives.
 */
export type Fault = 'unreachable' | 'lost' | 'hanging' | number;

/** A server whose line can be cut. */
export interface Faults extends InMemoryServer {
  /** Breaks the next call whose path ends like this: `/respond`, `/rules`. */
  failNext(path: string, fault: Fault): void;
  /** Breaks every call until `mend`. */
  cut(fault: Fault): void;
  mend(): void;
}

/** Puts a breakable line between a client and a server. */
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
    mend: () => void (always = undefined),
  };
}
