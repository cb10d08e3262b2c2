import { ENDPOINTS, problem, type EndpointName } from '@hitl/protocol/endpoints';
import { sameJson } from '@hitl/protocol/fold';
import { Hono } from 'hono';
import type { Every } from '../base/every.ts';
import type { FrameStream } from '../streams/feed.ts';
import type { Engine } from '../engine/engine.ts';
import type { Caller } from '../store/caller.ts';
import { completeLimits, type Limits } from '../approval/limits.ts';
import { failure, success, type Result } from '../base/result.ts';
import { AGENT_ENDPOINTS } from './agent-endpoints.ts';
import { readBasePath } from './base-path.ts';
import { callerOf, isForThisMachine, type Authentication } from './auth.ts';
import { receivedBytes } from './body.ts';
import { createCallerLimits, type StreamSlots } from './caller-limits.ts';
import type { Edge, Endpoint } from './endpoint.ts';
import { addSecurityHeaders } from './headers.ts';
import { createOriginPolicy } from './origin.ts';
import { checkParams } from './params.ts';
import { checkQuery } from './query.ts';
import { internalProblem, problemOf, problemResponse } from './problems.ts';
import { approvalEndpoints } from './routes/approvals.ts';
import { interactionEndpoints } from './routes/interactions.ts';
import { permissionEndpoints } from './routes/permissions.ts';
import { runEndpoints } from './routes/runs.ts';
import { serverEndpoints } from './routes/server.ts';
import { sessionEndpoints } from './routes/sessions.ts';
import { createEventStreams } from './sse.ts';

/** Options of the HTTP handler. */
export interface HandlerOptions {
  readonly engine: Engine;
  readonly authenticate: Authentication;
  /** Base path of the API, such as `/hitl`. Default: the root. */
  readonly basePath?: string;
  /** Default 1,048,576. */
  readonly maxBodyBytes?: number;
  /** Other origins whose pages may call, such as `https://app.example.com`. Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** Limits for one user; absent ones have their defaults. */
  readonly limits?: Partial<Limits>;
  /** Called with errors and the error id that the caller got. Default: not called. */
  readonly onError?: (error: unknown, errorId: string) => void;
  /** Clock for heartbeats and for repeated authentication of streams. */
  readonly every?: Every;
}

/** The HTTP handler, for any runtime with `Request` and `Response`. */
export interface Handler {
  /** Never rejects, and needs no `this`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends event streams and long polls; later requests are refused with `unavailable`. */
  readonly close: () => void;
}

const PUBLIC: ReadonlySet<EndpointName> = new Set(['healthz', 'openapi']);
/** Endpoints with large responses. */
const PAGES: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'list_interactions',
  'list_runs',
  'list_sessions',
  'get_session',
  'session_messages',
  'run_audit',
]);
const RETRY_AFTER_SECONDS = 1;
const METHODS = [...new Set(Object.values(ENDPOINTS).map(({ method }) => method))];
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Builds the handler of all endpoints.
 * @throws HitlError `invalid_option` for an invalid base path, allowed origin or limit.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { engine, authenticate, maxBodyBytes = 1 << 20, onError = () => {} } = options;
  const base = readBasePath(options.basePath ?? '');
  const origins = createOriginPolicy(options.allowedOrigins ?? []);
  const callers = createCallerLimits(completeLimits(options.limits));
  const closing = new AbortController();

  function report(error: unknown): string {
    const errorId = crypto.randomUUID();
    onError(error, errorId);
    return errorId;
  }

  const streams = createEventStreams({
    onError: report,
    ...(options.every !== undefined && { every: options.every }),
  });
  const endpoints = allEndpoints({ engine, maxBodyBytes, basePath: base });

  /** Responds with a stream that ends when its reader is no longer authenticated or authorized. */
  function stream(
    request: Request,
    frames: FrameStream,
    slots: StreamSlots,
    caller: Caller,
  ): Response {
    if (authenticate === 'none') return streams.respond(request, frames, slots);
    // A copy without signal and body, so that a stream does not keep its request in memory.
    const again = new Request(request.url, { headers: request.headers });
    return streams.respond(request, frames, slots, async () => {
      const now = await callerOf(again, authenticate);
      return now.ok && sameJson(now.value, caller);
    });
  }

  async function answer(
    name: EndpointName,
    request: Request,
    params: Readonly<Record<string, string>>,
  ): Promise<Result<Response>> {
    if (isForThisMachine(authenticate) || !SAFE.has(request.method)) {
      const origin = origins.check(request);
      if (!origin.ok) return origin;
    }
    const caller = await callerOf(request, PUBLIC.has(name) ? 'none' : authenticate);
    const known = caller.ok && !PUBLIC.has(name) ? caller.value : null;
    const admitted = name === 'healthz' ? success(null) : callers.admit(request, known);
    if (!admitted.ok) return admitted;
    if (!caller.ok) return caller;
    if (caller.value.agent === true && !AGENT_ENDPOINTS.has(name)) {
      return failure(
        'forbidden',
        'An agent can only ask; it may not answer or change rules or runs.',
      );
    }
    const checked = checkParams(params);
    if (!checked.ok) return checked;
    const query = new URL(request.url).searchParams;
    const fits = checkQuery(name, query);
    if (!fits.ok) return fits;
    const slots = callers.streamsOf(request, caller.value);
    const reserved = known !== null && PAGES.has(name) ? callers.reserve(request, known) : 0;
    let sent = 0;
    try {
      const result = await endpoints[name]({
        request,
        caller: caller.value,
        param: (segment) => params[segment] ?? '',
        query,
        slots,
        signal: () => AbortSignal.any([request.signal, closing.signal]),
        stream: (frames) => stream(request, frames, slots, caller.value),
      });
      if (result.ok) sent = Number(result.value.headers.get('content-length'));
      return result;
    } finally {
      if (known !== null) callers.charge(request, known, receivedBytes(request) + sent - reserved);
    }
  }

  const app = new Hono();
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const { method, path } = ENDPOINTS[name];
    const route = base + path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(method, route, async ({ req }) => {
      const result = await answer(name, req.raw, req.param());
      return result.ok ? result.value : problemResponse(result.problem);
    });
  }
  app.notFound(({ req }) => {
    const allow = METHODS.filter((method) => app.router.match(method, req.path)[0].length > 0);
    if (allow.length === 0) {
      return problemResponse(problem('not_found', 'There is no such endpoint.'));
    }
    const detail = `${req.method} is not one of ${allow.join(', ')}.`;
    return problemResponse(problem('method_not_allowed', detail), { allow: allow.join(', ') });
  });
  // Rethrown, so that one place handles all errors.
  app.onError((error) => {
    throw error;
  });

  async function respond(request: Request): Promise<Response> {
    const isLocal = isForThisMachine(authenticate);
    const loopback = isLocal ? origins.checkLoopback(request) : success(null);
    if (!loopback.ok) return problemResponse(loopback.problem);
    if (request.method === 'OPTIONS') return origins.preflight(request);
    if (closing.signal.aborted) return closedResponse();
    const login =
      isLocal && authenticate !== 'none' ? await authenticate.login(request, base) : null;
    if (login !== null) return login;
    return app.fetch(request);
  }

  return {
    async fetch(request) {
      let response: Response;
      try {
        response = await respond(request);
      } catch (error) {
        response = problemResponse(problemOf(error) ?? internalProblem(report(error)));
      }
      addSecurityHeaders(response.headers);
      origins.addHeaders(request, response.headers);
      return response;
    },
    close() {
      closing.abort();
      streams.close();
    },
  };
}

/**
 * The response after the server was closed: its stores may be closed, and nothing would notify those
 * who wait, so that they would ask again without end.
 */
function closedResponse(): Response {
  const closed = problem('unavailable', 'The server is closed or closing. Try again later.', {
    retry_after: RETRY_AFTER_SECONDS,
  });
  return problemResponse(closed);
}

function allEndpoints(edge: Edge): Readonly<Record<EndpointName, Endpoint>> {
  return {
    ...runEndpoints(edge),
    ...sessionEndpoints(edge),
    ...interactionEndpoints(edge),
    ...approvalEndpoints(edge),
    ...permissionEndpoints(edge),
    ...serverEndpoints(edge),
  };
}
