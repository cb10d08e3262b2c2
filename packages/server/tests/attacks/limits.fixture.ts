import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createHitl, type Hitl, type HitlOptions } from '../../src/index.ts';
import { serve, type ServeOptions } from '../../src/node/index.ts';

/** A response with its body read. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A server on a real port that takes tokens as the names of callers. */
export interface Attacked {
  readonly hitl: Hitl;
  readonly url: string;
  readonly port: number;
  get(path: string, user?: string, init?: RequestInit): Promise<Answered>;
  post(path: string, body: unknown, user?: string): Promise<Answered>;
  /** Opens an event stream without reading it. */
  stream(path: string, user?: string): Promise<Response>;
}

/** Starts a server without agents, and closes it after the test. */
export async function attacked(
  options: Partial<HitlOptions> = {},
  listening: Partial<ServeOptions> = {},
): Promise<Attacked> {
  const hitl = createHitl({
    agents: [],
    authenticate: (request) => {
      const token = /^Bearer (\w+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
      if (token === undefined) return null;
      return { userId: token, roles: token === 'root' ? ['reviewer'] : [] };
    },
    ...options,
  });
  const server = await serve({
    handler: { fetch: hitl.fetch, close: (graceMs) => hitl.close(graceMs) },
    port: 0,
    ...listening,
  });
  onTestFinished(() => server.close(100));

  const headersOf = (user: string | undefined): Record<string, string> =>
    user === undefined ? {} : { authorization: `Bearer ${user}` };
  async function send(path: string, init: RequestInit): Promise<Answered> {
    const response = await fetch(server.url + path, init);
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  }

  return {
    hitl,
    url: server.url,
    port: server.port,
    get: (path, user, init = {}) => send(path, { ...init, headers: headersOf(user) }),
    post: (path, body, user) =>
      send(path, {
        method: 'POST',
        headers: {
          ...headersOf(user),
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async stream(path, user) {
      const hangUp = new AbortController();
      onTestFinished(() => hangUp.abort());
      return fetch(server.url + path, { headers: headersOf(user), signal: hangUp.signal });
    },
  };
}

/** A raw connection, which is not read until the test does so. */
export async function rawConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A call of an external loop that needs a person. */
export function askedCall(number: number, text = ''): Record<string, unknown> {
  return {
    session_id: `ses_${number}`,
    tool_call_id: `call_${number}`,
    tool_name: 'deploy',
    tool_args: { number, text },
  };
}
