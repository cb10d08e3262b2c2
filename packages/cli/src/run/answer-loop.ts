import type { InteractionRequest, InteractionResponse, Run, RunEvent } from '@hitl/protocol';
import type { Caller, Engine } from '@hitl/server';
import type { RunWatch } from './watch.ts';

/** Outcome of a question. */
export type Asked =
  | { readonly kind: 'answered'; readonly response: InteractionResponse }
  /** The answer will come later: the process ends and is started again then. */
  | { readonly kind: 'waiting' }
  /** No answer can come any more, because the input ended. */
  | { readonly kind: 'ended' };

/** A way to ask a person, one request at a time. */
export interface Asker {
  /** Whether the person is present, so that an invalid answer is asked for again immediately. */
  readonly isPresent: boolean;
  /** Asks, or looks for the answer to an earlier question. An aborted `signal` ends it. */
  ask(request: InteractionRequest, signal: AbortSignal): Promise<Asked>;
  /** The answer and its result are in the log: the stored question can be removed. */
  settled(request: InteractionRequest): Promise<void>;
  /** No more questions follow. */
  close(): void;
}

/**
 * Why a run stops in this process. `done`: it has ended. `waiting`: a person will answer later.
 * `input_ended`: no answer can come any more. `stopped`: by the signal.
 */
export type LoopEnd = 'done' | 'waiting' | 'input_ended' | 'stopped';

export interface AnswerLoopOptions {
  readonly engine: Engine;
  readonly caller: Caller;
  readonly watch: RunWatch;
  readonly asker: Asker;
  readonly signal: AbortSignal;
  /** Called when an answer is in the log; the question may still exist. */
  readonly onAnswered: () => void;
  readonly warn: (message: string) => void;
}

/** Continues a run and asks for the answers it needs, until it stops for one of these reasons. */
export async function runAnswerLoop(options: AnswerLoopOptions): Promise<LoopEnd> {
  const { watch, asker, signal } = options;
  try {
    for (;;) {
      const run = await unlessAborted(watch.settled(), signal);
      if (run.status !== 'suspended') return 'done';
      const request = await firstPending(options, run);
      const asked = await unlessAborted(asker.ask(request, signal), signal);
      if (asked.kind === 'waiting') return 'waiting';
      if (asked.kind === 'ended') return 'input_ended';
      const settled = await settle(options, run, request, asked.response);
      if (!settled && !asker.isPresent) return 'waiting';
    }
  } catch (error) {
    if (signal.aborted && error === signal.reason) return 'stopped';
    throw error;
  }
}

/** The first pending request in call order; the others follow once it is settled. */
async function firstPending({ engine, caller }: AnswerLoopOptions, run: Run) {
  const [id] = run.pending_interaction_ids;
  const found = await engine.getInteraction(caller, id ?? '');
  if (!found.ok) throw new Error(found.problem.detail);
  return found.value.interaction_request;
}

/** `false`: the answer was refused, and the question is still pending. */
async function settle(
  { engine, caller, watch, asker, onAnswered, warn }: AnswerLoopOptions,
  run: Run,
  request: InteractionRequest,
  response: InteractionResponse,
): Promise<boolean> {
  const answered = await engine.respond(caller, request.id, response);
  if (!answered.ok) {
    const { code, detail, errors = [] } = answered.problem;
    warn([detail, ...errors.map(({ path, message }) => `${path} ${message}`)].join(' '));
    if (code === 'invalid_response') return false;
    if (code === 'stale_approval') {
      // A new request is about the tool as it is now; the answer in the mailbox was about the old
      // one.
      await asker.settled(request);
      return true;
    }
  }
  onAnswered();
  // When the question is removed, a reader of the journal must find the result there.
  await watch.until(run.last_seq, (event) => isApplied(event, request));
  await asker.settled(request);
  return true;
}

/** Whether an answer has become a result, or something else must come first. */
function isApplied(event: RunEvent, { tool_call_id }: InteractionRequest): boolean {
  if (event.type === 'tool_completed') return event.data.result.tool_call_id === tool_call_id;
  return event.type === 'tool_started' && event.data.tool_name !== 'ask_human';
}

/** Rejects with the signal's reason as soon as it is aborted, even if the work continues. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
