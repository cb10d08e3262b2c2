import { createHitlClient } from '@hitl/client';
import { problem, type Problem } from '@hitl/protocol/endpoints';
import { inexactNumberIn, repeatedKeyIn } from '@hitl/protocol/fold';
import { AdapterError } from '../base/adapter-error.ts';
import { readRunInput, type AgUiRequest } from './run-input.ts';
import { runSession } from './session.ts';
import type { AgUiEvent } from './wire.ts';

/** Options of `createAgUiHandler`. */
export interface AgUiHandlerOptions {
  /**
   * The result of `createHitl`. It is called in this process, with the caller's own credentials and, as
   * second argument, the caller's request.
   */
  readonly hitl: { fetch(request: Request, from: Request): Response | Promise<Response> };
  /** The `basePath` of the server. Default: none. */
  readonly basePath?: string | undefined;
  /**
   * The path at which AG-UI is served. Each agent has an address below it, such as `/ag-ui/repairer`.
   * Default: `/ag-ui` below `basePath`.
   */
  readonly path?: string | undefined;
  /** The agent that is served at `path` itself. Default: the server's only agent. */
  readonly agentId?: string | undefined;
  /**
   * The largest body, in bytes; clients send their whole transcript. Its size counts toward the
   * server's limit of requests. Default 4,194,304.
   */
  readonly maxBodyBytes?: number | undefined;
}

/** Headers that identify the caller and its origin. They are passed on with every call. */
const PASSED_ON = ['authorization', 'cookie', 'origin', 'host', 'sec-fetch-site'];

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** As in the bodies of the HTTP API. */
const MAX_DEPTH = 64;

const HEARTBEAT_MS = 15_000;

/** A reader that has taken nothing for this many heartbeats counts as gone. */
const MAX_STALLS = 2;

/**
 * Serves the agents of a HITL server as agents of AG-UI 1.0: `POST /ag-ui` with a `RunAgentInput` answers
 * with a stream of AG-UI events. A run that needs a person ends with the outcome `interrupt`; `resume`
 * answers it, under the rules of the server: who may answer, that the first answer counts, that a call runs
 * once. Returns `undefined` for a request to another path, so that the host can route it elsewhere.
 */
export function createAgUiHandler(
  options: AgUiHandlerOptions,
): (request: Request) => Promise<Response> | undefined {
  const { hitl, basePath = '', maxBodyBytes = MAX_BODY_BYTES } = options;
  const { path = `${basePath}/ag-ui` } = options;
  return (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== path && !pathname.startsWith(`${path}/`)) return undefined;
    return answer(request, decoded(pathname.slice(path.length + 1)));
  };

  async function answer(request: Request, named: string): Promise<Response> {
    const baseUrl = `${new URL(request.url).origin}${basePath}`;
    const call = (input: Request): Response | Promise<Response> => {
      const headers = new Headers(input.headers);
      for (const name of PASSED_ON) {
        const value = request.headers.get(name);
        if (value !== null) headers.set(name, value);
      }
      return hitl.fetch(new Request(input, { headers }), request);
    };
    if (request.method === 'OPTIONS')
      return hitl.fetch(withUrl(request, `${baseUrl}/runs`), request);
    if (request.method !== 'POST') {
      return refused(problem('method_not_allowed', `${request.method} is not served here.`), {
        allow: 'OPTIONS, POST',
      });
    }
    // Called first, because it decides who may call before the body is read, whose size counts toward
    // the limit of the caller.
    const length = Number(request.headers.get('content-length') ?? maxBodyBytes);
    const client = createHitlClient({
      baseUrl,
      fetch: async (input) => call(input),
      openChannel: null,
    });
    const known = await call(
      new Request(`${baseUrl}/agents`, {
        headers: { 'content-length': String(Math.min(length, maxBodyBytes)) },
      }),
    );
    if (!known.ok) return known;
    const shared = sharedHeaders(known.headers);
    const agents = namesOf(await known.json());
    const agentId = named || options.agentId || (agents.length === 1 ? agents[0] : undefined);
    if (agentId === undefined || !agents.includes(agentId)) {
      const detail =
        agentId === undefined
          ? `This server has several agents: name one of ${agents.join(', ')} as ${path}/AGENT.`
          : `This server has no agent ${agentId}.`;
      return refused(problem('agent_not_found', detail), shared);
    }
    const input = await readInput(request, maxBodyBytes);
    if ('problem' in input) return refused(input.problem, shared);
    return streamed(
      (signal) => runSession(client, agentId, input.request, signal),
      request.signal,
      shared,
    );
  }
}

/** A segment of a path; unchanged if it is malformed, so that it names no agent. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function withUrl(request: Request, url: string): Request {
  return new Request(url, { method: request.method, headers: request.headers });
}

/** Headers that let pages of other origins read the response, as decided by the server. */
function sharedHeaders(headers: Headers): Record<string, string> {
  const names = ['access-control-allow-origin', 'access-control-expose-headers', 'vary'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function namesOf(list: unknown): string[] {
  const { agents } = list as { agents: readonly { readonly id: string }[] };
  return agents.map(({ id }) => id);
}

function refused(body: Problem, headers: Readonly<Record<string, string>>): Response {
  return Response.json(body, {
    status: body.status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
  });
}

async function readInput(
  request: Request,
  maxBytes: number,
): Promise<{ readonly request: AgUiRequest } | { readonly problem: Problem }> {
  const type = request.headers.get('content-type') ?? '';
  // Forms cannot send this type across origins without a preflight.
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    const got = type === '' ? 'no content type' : type;
    return {
      problem: problem('unsupported_media_type', `The body has ${got}, not application/json.`),
    };
  }
  const text = await readText(request, maxBytes);
  if (text === undefined) {
    return {
      problem: problem('payload_too_large', `The body is larger than ${maxBytes} bytes.`),
    };
  }
  if (isDeep(text)) {
    const detail = `The body is nested deeper than ${MAX_DEPTH} levels.`;
    return { problem: problem('invalid_request', detail) };
  }
  try {
    const input = readRunInput(JSON.parse(text));
    // Otherwise edited arguments would not run as they were sent.
    const number = input.kind === 'resume' ? inexactNumberIn(text) : undefined;
    const key = repeatedKeyIn(text);
    if (number === undefined && key === undefined) return { request: input };
    const detail =
      key === undefined
        ? `${number?.slice(0, 60)} cannot be represented exactly. Use a string.`
        : `The body has the key ${key.slice(0, 60)} twice in one object.`;
    return { problem: problem('invalid_request', detail) };
  } catch (error) {
    const detail = error instanceof AdapterError ? error.message : 'The body is not JSON.';
    return { problem: problem('invalid_request', detail) };
  }
}

/** Whether JSON text is nested too deep to be parsed at little cost. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') {
      do at += text[at] === '\\' ? 2 : 1;
      while (at < text.length && text[at] !== '"');
    } else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (char === '}' || char === ']') depth -= 1;
  }
  return false;
}

/** Stops reading at the limit, whatever `content-length` says. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Streams server-sent events. The reading ends when the client disconnects or takes nothing for a while; the
 * run continues.
 */
function streamed(
  run: (signal: AbortSignal) => AsyncGenerator<AgUiEvent, void, undefined>,
  left: AbortSignal,
  headers: Readonly<Record<string, string>>,
): Response {
  const encoder = new TextEncoder();
  const gone = new AbortController();
  const events = run(AbortSignal.any([left, gone.signal]));
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let stalls = 0;
  const end = (): void => {
    clearInterval(heartbeat);
    gone.abort();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      heartbeat = setInterval(() => {
        stalls = (controller.desiredSize ?? 0) > 0 ? 0 : stalls + 1;
        if (stalls > MAX_STALLS) {
          end();
          controller.error(new Error('The reader takes nothing.'));
        } else if (stalls === 0) controller.enqueue(encoder.encode(':\n\n'));
      }, HEARTBEAT_MS);
    },
    async pull(controller) {
      const { done, value } = await events.next();
      if (done !== true) {
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
        return;
      }
      if (!gone.signal.aborted) controller.close();
      end();
    },
    cancel: end,
  });
  return new Response(body, {
    headers: { ...headers, 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
