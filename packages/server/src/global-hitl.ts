import type { Hitl } from './create-hitl.ts';
import { invalidOption } from './base/invalid-option.ts';

/** The server of a process under a key, created on first use. */
export interface GlobalHitl {
  /** Answers a request. It needs no `this`. Rejects with the error of the factory. */
  readonly fetch: Hitl['fetch'];
  /** The server itself, with its `gate` and `engine`. Rejects with the error of the factory. */
  get(): Promise<Hitl>;
  /** Creates the server and starts its background work; for the start of a process. */
  start(): Promise<void>;
  /** Closes the server, if there is one. The next use creates a new one. */
  close(graceMs?: number): Promise<void>;
}

/** The servers of the process, shared by all bundled copies of this module. */
const SERVERS = Symbol.for('@hitl/server/global');

/**
 * One server per process, even if a framework bundles the module that creates it several times
 * (routes and pages of Next.js) or runs it again when a file changes. Calling this opens nothing:
 * `create` is called at the first `fetch`, `get` or `start`, so that an application can be built,
 * and the module imported, without a store. If several factories use one key, the first one used
 * counts, so a change of its options takes effect in a new process, or after `close()`. A factory
 * that fails is called again at the next use.
 *
 * @param key Names the server among those of the process, such as `my-app`.
 * @param create Creates the server; may be async.
 * @throws HitlError `invalid_option` for an empty key or a factory that is not a function.
 */
export function globalHitl(key: string, create: () => Hitl | Promise<Hitl>): GlobalHitl {
  if (typeof key !== 'string' || key === '') {
    const given = typeof key === 'string' ? '""' : typeof key;
    throw invalidOption(`globalHitl takes a name as its key, not ${given}.`);
  }
  if (typeof create !== 'function') {
    throw invalidOption(
      `globalHitl("${key}", …) takes a function that makes the server: () => createHitl({ … }).`,
    );
  }
  const servers = serversOfProcess();

  function get(): Promise<Hitl> {
    const held = servers.get(key);
    if (held !== undefined) return held;
    const made = make(key, create);
    servers.set(key, made);
    made.catch(() => {
      if (servers.get(key) === made) servers.delete(key);
    });
    return made;
  }

  return {
    async fetch(request, from) {
      const hitl = await get();
      return hitl.fetch(request, from);
    },
    get,
    async start() {
      const hitl = await get();
      hitl.start();
    },
    async close(graceMs) {
      const held = servers.get(key);
      if (held === undefined) return;
      servers.delete(key);
      const hitl = await held;
      await hitl.close(graceMs);
    },
  };
}

function serversOfProcess(): Map<string, Promise<Hitl>> {
  const held: unknown = Reflect.get(globalThis, SERVERS);
  if (held instanceof Map) return held;
  const servers = new Map<string, Promise<Hitl>>();
  Reflect.set(globalThis, SERVERS, servers);
  return servers;
}

async function make(key: string, create: () => Hitl | Promise<Hitl>): Promise<Hitl> {
  const hitl: Partial<Hitl> | undefined = await create();
  if (typeof hitl?.fetch !== 'function' || typeof hitl.close !== 'function') {
    throw invalidOption(
      `The function given to globalHitl("${key}", …) returned no server of createHitl.`,
    );
  }
  return hitl as Hitl;
}
