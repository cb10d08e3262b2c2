import { ClientError, type HitlClient } from '@hitl/client';
import type { InteractionRequest, InteractionResponse, StreamEvent } from '@hitl/protocol';
import { canonicalJson, checkResponse, sha256 } from '@hitl/protocol/fold';
import { AdapterError } from '../base/adapter-error.ts';
import { responseOf } from './interrupt.ts';
import type { AgUiRequest } from './run-input.ts';
import { snapshotOf } from './transcript.ts';
import { createTranslator, interruptsOf, stopAfter } from './translate.ts';
import type { AgUiEvent, AgUiResumeEntry } from './wire.ts';

/** The version of AG-UI that is spoken. */
const PROTOCOL_VERSION = '1.0';

/** The run tree that a run of AG-UI follows, and where it begins. */
interface StreamStart {
  readonly rootRunId: string;
  /** Whether an event is the last one that the client is assumed to know. */
  readonly isKnown: (event: StreamEvent) => boolean;
  /** Whether the run may have stopped already. */
  readonly mayHaveStopped?: boolean;
}

type Asked<Kind> = Extract<AgUiRequest, { kind: Kind }>;

/**
 * Yields the events of one run of AG-UI. It ends when the tree has ended, needs a person or is paused. A
 * failure becomes `RUN_ERROR` with the code of the problem.
 */
export async function* runSession(
  client: HitlClient,
  agentId: string,
  request: AgUiRequest,
  signal: AbortSignal,
): AsyncGenerator<AgUiEvent, void, undefined> {
  const { threadId, runId } = request;
  yield { type: 'RUN_STARTED', threadId, runId, protocolVersion: PROTOCOL_VERSION };
  try {
    if (request.kind === 'connect') {
      const transcript = await ifAny(client.getMessages(threadId, { signal }));
      if (transcript !== undefined) yield snapshotOf(transcript.messages, request.clientMessages);
    }
    const streamStart = await begin(client, agentId, request, signal);
    if (streamStart === undefined) {
      yield { type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'success' } };
    } else yield* follow(client, request, streamStart, signal);
  } catch (error) {
    if (signal.aborted) return;
    yield failed(error);
  }
}

function begin(
  client: HitlClient,
  agentId: string,
  request: AgUiRequest,
  signal: AbortSignal,
): Promise<StreamStart | undefined> {
  switch (request.kind) {
    case 'message':
      return start(client, agentId, request, signal);
    case 'resume':
      return resume(client, request, signal);
    case 'connect':
      return connect(client, request, signal);
  }
}

/** A message that is sent again, by its id, is the same message: its run is followed, not started again. */
async function start(
  client: HitlClient,
  agentId: string,
  { threadId, messageId, text }: Asked<'message'>,
  signal: AbortSignal,
): Promise<StreamStart> {
  // Ids may have characters that a header cannot have.
  const key = await sha256(canonicalJson([threadId, messageId]));
  const run = await client.createRun(
    { agent_id: agentId, session_id: threadId, input: text },
    { idempotencyKey: `ag-ui:${key}`, signal },
  );
  return { rootRunId: run.root_run_id, isKnown: ({ type }) => type === 'run_started' };
}

async function connect(
  client: HitlClient,
  { threadId }: Asked<'connect'>,
  signal: AbortSignal,
): Promise<StreamStart | undefined> {
  const session = await ifAny(client.getSession(threadId, { signal }));
  if (session?.run_id === undefined) return undefined;
  const { root_run_id: rootRunId, last_seq: seq } = await client.getRun(session.run_id, { signal });
  return {
    rootRunId,
    isKnown: (event) => 'seq' in event && event.seq === seq,
    mayHaveStopped: true,
  };
}

/**
 * Answers every open interrupt of the thread. Nothing is sent before all entries have been checked; each
 * answer then counts on its own, as elsewhere.
 */
async function resume(
  client: HitlClient,
  { threadId, entries }: Asked<'resume'>,
  signal: AbortSignal,
): Promise<StreamStart> {
  const session = await ifAny(client.getSession(threadId, { signal }));
  const open = session?.pending_permissions ?? [];
  refuseUncovered(open, entries);
  const answers: { response: InteractionResponse; isOpen: boolean }[] = [];
  let rootRunId: string | undefined;
  for (const entry of entries) {
    const request =
      open.find(({ id }) => id === entry.interruptId) ??
      (await settled(client, threadId, entry.interruptId, signal));
    rootRunId ??= request.root_run_id;
    const response = responseOf(request, entry);
    if (response === undefined) continue;
    const [issue] = checkResponse(request, response);
    if (issue !== undefined) {
      throw new AdapterError(
        'invalid_response',
        `The answer to the interrupt ${request.id}: ${issue.path} ${issue.message}`,
      );
    }
    answers.push({ response, isOpen: open.includes(request) });
  }
  if (rootRunId === undefined) throw new Error('A resume without entries has no run.');
  // A settled request accepts the same answer again and refuses another one, so answering is tried first.
  for (const { response, isOpen } of answers) {
    if (!isOpen) await client.respond(response, { signal });
  }
  const fresh = answers.filter(({ isOpen }) => isOpen).map(({ response }) => response);
  const results = fresh.length === 0 ? [] : (await client.respondAll(fresh, { signal })).results;
  const problem = results.find(({ ok }) => !ok)?.problem;
  if (problem !== undefined) {
    throw new ClientError(problem.code, problem.detail ?? problem.title, { problem });
  }
  const ids = new Set(entries.map(({ interruptId }) => interruptId));
  return answers.length > 0
    ? {
        rootRunId,
        isKnown: (event) =>
          event.type === 'interaction_response' && ids.has(event.data.interaction_id),
      }
    : {
        rootRunId,
        isKnown: (event) =>
          event.type === 'interaction_request' && ids.has(event.data.interaction_request.id),
        mayHaveStopped: true,
      };
}

function refuseUncovered(
  open: readonly InteractionRequest[],
  entries: readonly AgUiResumeEntry[],
): void {
  const missing = open
    .map(({ id }) => id)
    .filter((id) => !entries.some(({ interruptId }) => interruptId === id));
  if (missing.length === 0) return;
  throw new AdapterError(
    'invalid_response',
    `resume must answer every open interrupt; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
  );
}

/** A request of the thread that is no longer pending. */
async function settled(
  client: HitlClient,
  threadId: string,
  id: string,
  signal: AbortSignal,
): Promise<InteractionRequest> {
  const view = await ifAny(client.getInteraction(id, { signal }));
  const request = view?.interaction_request;
  if (request?.session_id === threadId) return request;
  throw new AdapterError('unknown_request', `The thread has no interrupt ${id}.`);
}

async function* follow(
  client: HitlClient,
  { threadId, runId }: AgUiRequest,
  { rootRunId, isKnown, mayHaveStopped = false }: StreamStart,
  signal: AbortSignal,
): AsyncGenerator<AgUiEvent, void, undefined> {
  const translator = createTranslator(rootRunId);
  let silent = true;
  for await (const event of eventsOf(client, rootRunId, signal)) {
    yield* translator.translate(event, silent);
    const begins: boolean = silent && isKnown(event);
    silent &&= !begins;
    if (silent) continue;
    const stop = stopAfter(event, rootRunId);
    if (stop === 'suspended' || (begins && mayHaveStopped)) {
      const { pending_permissions: waiting } = await client.getSession(threadId, { signal });
      const asked =
        event.type === 'execution_suspended' ? event.data.interaction_request_ids : null;
      // An older suspension is skipped: the run continued after it.
      if (waiting.some(({ id }) => asked?.includes(id) ?? true)) {
        yield* translator.suspend(waiting);
        const interrupts = interruptsOf(waiting, rootRunId);
        yield { type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'interrupt', interrupts } };
        return;
      }
    }
    if (stop === 'paused' || stop === 'ended') {
      yield* translator.close();
      yield ending(threadId, runId, event);
      return;
    }
  }
}

function ending(threadId: string, runId: string, event: StreamEvent): AgUiEvent {
  switch (event.type) {
    case 'run_failed': {
      const { error, code = 'failed' } = event.data;
      return { type: 'RUN_ERROR', message: error, code };
    }
    case 'run_aborted':
      return { type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'cancelled' } };
    case 'run_paused':
      return {
        type: 'RUN_ERROR',
        message: 'The run is paused. Connect again once it has been resumed.',
        code: 'run_paused',
      };
    default: {
      const result = event.type === 'run_completed' ? event.data.response : null;
      const outcome = { type: 'success' } as const;
      return { type: 'RUN_FINISHED', threadId, runId, outcome, result };
    }
  }
}

/** The events of a run tree from its first one; a lost connection is restored. */
async function* eventsOf(
  client: HitlClient,
  rootRunId: string,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void, undefined> {
  const events: StreamEvent[] = [];
  let end: { readonly error: ClientError | undefined } | undefined;
  let notify: () => void;
  const nextChange = (): Promise<void> =>
    new Promise((resolve) => {
      notify = resolve;
    });
  let changed = nextChange();
  const stream = client.runEvents(rootRunId, {
    onEvent: (event) => void events.push(event),
    onBatch: () => notify(),
    onConnection({ status, error }) {
      if (status !== 'closed') return;
      end = { error };
      notify();
    },
  });
  const onAbort = (): void => notify();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      const change = changed;
      yield* events.splice(0);
      if (events.length === 0 && end !== undefined) {
        if (end.error !== undefined) throw end.error;
        return;
      }
      await change;
      changed = nextChange();
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    stream.close();
  }
}

/** `undefined` if it does not exist: a thread unknown to the server is empty. */
async function ifAny<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return undefined;
    throw error;
  }
}

function failed(error: unknown): AgUiEvent {
  const isOurs = error instanceof ClientError || error instanceof AdapterError;
  if (!isOurs) return { type: 'RUN_ERROR', message: 'The adapter failed.', code: 'internal' };
  return { type: 'RUN_ERROR', message: error.message, code: error.code };
}
