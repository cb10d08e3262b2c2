import type { InteractionRequest, InteractionResponse } from '../generated/types.ts';
import {
  authorizationRequest,
  batchJudged,
  executionSuspended,
  inputRequest,
  interactionRequest,
  recoveryRequest,
  responseTo,
  rulesSaved,
  runAborted,
  runClaimed,
  runCompleted,
  runPaused,
  runResumed,
  runStarted,
  sessionLog,
  settlement,
  stepCompleted,
  testTime,
  toolCompleted,
  toolOutcomeUnknown,
  toolPaused,
  toolResumed,
  toolStarted,
} from '../testing.ts';
import type { SettlementOptions } from '../testing.ts';
import type { EventDraft, RunEvent } from './event.ts';
import type { CallStatus } from './state.ts';

/** One call in the model. */
export interface ModelCall {
  readonly id: string;
  status: CallStatus;
  args: Record<string, unknown>;
  /** Whether a person supplied the result, so that nothing runs. */
  supplied: boolean;
  attempt: number;
}

/** One run; the last of the stack is the innermost. */
export interface ModelRun {
  readonly id: string;
  readonly parentCall?: string;
  message: string;
  calls: ModelCall[];
  judged: boolean;
  steps: number;
  completedBatches: number;
}

/** A pending request, with its clock in seconds. */
export interface ModelGate {
  readonly request: InteractionRequest;
  readonly external: boolean;
  deadline?: number;
  remaining?: number;
  paused: boolean;
}

/** A session: a second, independent description of what may happen in it. */
export interface Model {
  /** The log, one array per commit. */
  readonly commits: readonly (readonly RunEvent[])[];
  readonly runs: readonly ModelRun[];
  readonly gates: readonly ModelGate[];
  readonly unsaved: readonly string[];
  readonly settled: readonly ModelGate[];
  /** Ended root runs and how they ended. */
  readonly ended: ReadonlyMap<string, 'completed' | 'aborted'>;
  readonly paused: boolean;
  /** Takes one possible step, and returns its commit. */
  step(): readonly RunEvent[];
}

/**
 * Writes a random legal log: `choose(n)` picks one of `n`. It knows what the server may append, not
 * how it is folded.
 */
export function createModel(choose: (count: number) => number): Model {
  const commits: RunEvent[][] = [];
  const runs: ModelRun[] = [];
  const gates: ModelGate[] = [];
  const settled: ModelGate[] = [];
  const unsaved: string[] = [];
  const ended = new Map<string, 'completed' | 'aborted'>();
  let latch: InteractionRequest[] = [];
  let paused = false;
  let now = 0;
  let counter = 0;

  const next = (prefix: string): string => `${prefix}_${(counter += 1)}`;
  const pick = <T>(items: readonly T[]): T => {
    const item = items[choose(items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  const root = (): ModelRun | undefined => runs[0];
  const inner = (): ModelRun | undefined => runs.at(-1);
  const own = (): ModelGate[] => gates.filter((gate) => !gate.external);

  function start(): EventDraft[] {
    const id = next('run');
    runs.push(newRun(id));
    paused = false;
    const place = { run_id: id };
    return [
      runStarted({ input: `Input of ${id}` }, place),
      stepCompleted({ id: next('msg') }, place),
      runClaimed({}, place),
    ];
  }

  function callModel(run: ModelRun): EventDraft[] {
    if (run.calls.length > 0) run.completedBatches += 1;
    const count = choose(5);
    run.calls = Array.from({ length: count }, () => ({
      id: next('call'),
      status: 'proposed',
      args: { n: counter },
      supplied: false,
      attempt: 0,
    }));
    run.message = next('msg');
    run.judged = false;
    run.steps += 1;
    const tool_calls = run.calls.map(({ id, args }) => ({ id, name: 'bash', args }));
    const said = stepCompleted(
      { id: run.message, role: 'assistant', content: 'So', ...(count > 0 && { tool_calls }) },
      { run_id: run.id },
    );
    return count === 0 ? [said, ...complete(run)] : [said];
  }

  function complete(run: ModelRun): EventDraft[] {
    runs.pop();
    const done = runCompleted({}, { run_id: run.id });
    const parent = inner();
    const call = parent?.calls.find(({ id }) => id === run.parentCall);
    if (parent !== undefined && call !== undefined) return [done, ...result(parent, call)];
    ended.set(run.id, 'completed');
    return [done];
  }

  function result(run: ModelRun, call: ModelCall): EventDraft[] {
    call.status = 'done';
    const of = { tool_call_id: call.id };
    const place = { run_id: run.id };
    return [
      toolCompleted({ ...of, input_args: call.args }, place),
      stepCompleted({ id: `${run.id}:${call.id}`, role: 'tool', name: 'bash', ...of }, place),
    ];
  }

  function evaluate(run: ModelRun): EventDraft[] {
    const kinds = run.calls.map(() => choose(5));
    const settledAtOnce: EventDraft[] = [];
    const asked: EventDraft[] = [];
    const verdicts = run.calls.map((call, index) => {
      const kind = kinds[index];
      const verdict = { tool_call_id: call.id, step: 'policy', reason: 'chance' };
      if (kind === 0) {
        call.status = 'ready';
        return { ...verdict, decision: 'allowed' as const };
      }
      if (kind === 1) {
        call.status = 'refused';
        return { ...verdict, decision: 'denied' as const };
      }
      if (kind === 2) {
        settledAtOnce.push(...result(run, call));
        return { ...verdict, decision: 'denied' as const };
      }
      asked.push(...ask(run, call, kind === 3 ? 'authorization' : 'question'));
      return { ...verdict, decision: 'needs_auth' as const };
    });
    run.judged = true;
    const judged = batchJudged({ message_id: run.message, verdicts }, { run_id: run.id });
    return [judged, ...settledAtOnce, ...asked, ...suspend()];
  }

  function ask(
    run: ModelRun,
    call: ModelCall,
    purpose: InteractionRequest['purpose'],
  ): EventDraft[] {
    call.status = 'waiting';
    const id = next('int');
    const limited = purpose === 'authorization' || (purpose === 'question' && choose(2) === 0);
    const deadline = now + 300;
    const place = {
      id,
      run_id: run.id,
      root_run_id: root()?.id ?? run.id,
      message_id: run.message,
      tool_call_id: call.id,
      tool_args: call.args,
      created_at: testTime(now),
      ...(limited && { expires_at: testTime(deadline) }),
    };
    const build = {
      authorization: authorizationRequest,
      question: inputRequest,
      recovery: recoveryRequest,
    };
    const request = build[purpose](place);
    gates.push({
      request,
      external: false,
      paused: false,
      ...(limited && (paused ? { remaining: 300 } : { deadline })),
    });
    return [interactionRequest(request)];
  }

  function suspend(): EventDraft[] {
    latch = own().map(({ request }) => request);
    const [first] = latch;
    if (first === undefined) return [];
    return runs.toReversed().map(({ id }) =>
      executionSuspended(
        {
          interaction_request_id: first.id,
          interaction_request_ids: latch.map((request) => request.id),
        },
        { run_id: id },
      ),
    );
  }

  function drive(run: ModelRun, call: ModelCall): EventDraft[] {
    const place = { run_id: run.id };
    const of = { tool_call_id: call.id };
    if (call.status === 'refused' || call.supplied) return result(run, call);
    if (call.status === 'ready') {
      call.status = 'started';
      call.attempt += 1;
      const started = toolStarted({ ...of, args: call.args, attempt: call.attempt }, place);
      if (runs.length === 3 || choose(5) > 0) return [started];
      const nested: ModelRun = { ...newRun(next('run')), parentCall: call.id };
      runs.push(nested);
      const asks = { parent_run_id: run.id, parent_tool_call_id: call.id };
      return [started, runStarted(asks, { run_id: nested.id })];
    }
    const outcome = choose(4);
    if (outcome === 0) return [...ask(run, call, 'question'), ...suspend()];
    if (outcome === 1) {
      return [
        runClaimed({ owner: 'host:2:b', attempt: 2 }, { run_id: root()?.id ?? run.id }),
        toolOutcomeUnknown({ ...of, attempt: call.attempt }, place),
        ...ask(run, call, 'recovery'),
        ...suspend(),
      ];
    }
    return result(run, call);
  }

  function callOf(gate: ModelGate): ModelCall | undefined {
    const run = runs.find(({ id }) => id === gate.request.run_id);
    return run?.calls.find(({ id }) => id === gate.request.tool_call_id);
  }

  function close(
    gate: ModelGate,
    response: InteractionResponse | undefined,
    options: SettlementOptions,
  ): EventDraft[] {
    gates.splice(gates.indexOf(gate), 1);
    settled.push(gate);
    const waiting = own().map(({ request }) => request);
    return settlement(gate.request, response, { waiting, batch: latch, ...options });
  }

  /** The events after the last request was settled. */
  function reopen(): EventDraft[] {
    const first = root();
    if (own().length > 0 || first === undefined) return [];
    latch = [];
    return paused ? [] : [runClaimed({}, { run_id: first.id })];
  }

  function answer(gate: ModelGate): EventDraft[] {
    const { request } = gate;
    if (gate.external) {
      const place = { run_id: request.run_id };
      ended.set(request.run_id, 'completed');
      return [
        ...close(gate, responseTo(request), { waiting: [], batch: [] }),
        runCompleted({ response: 'granted' }, place),
      ];
    }
    const call = callOf(gate);
    if (call === undefined) throw new Error('a gate without a call');
    if (request.purpose === 'recovery') {
      const value = pick(['retry', 'mark_done', 'mark_failed']);
      call.status = value === 'mark_failed' ? 'refused' : 'ready';
      call.supplied = value === 'mark_done';
      const response = responseTo(request, { selected_values: [value] });
      return [...close(gate, response, {}), ...reopen()];
    }
    if (request.purpose === 'question') {
      const declined = choose(3) === 0;
      call.status = declined ? 'refused' : 'ready';
      const response = responseTo(request, declined ? { action: 'deny' } : {});
      return [...close(gate, response, {}), ...reopen()];
    }
    const action = pick(['approve', 'deny', 'modify_args', 'answer'] as const);
    call.status = action === 'deny' ? 'refused' : 'ready';
    call.supplied = action === 'answer';
    if (action === 'modify_args') call.args = { ...call.args, edited: true };
    const remembered = action === 'approve' && choose(2) === 0;
    if (remembered) unsaved.push(request.id);
    const { confirmed: _, ...base } = responseTo(request);
    const response: InteractionResponse = {
      ...base,
      action,
      ...(action === 'modify_args' && { modified_args: call.args }),
      ...(action === 'answer' && { text: 'by hand' }),
    };
    const rules = [{ pattern: 'bash(*)', effect: 'allow', scope: 'always' }] as const;
    const decision = remembered ? { rules: [...rules] } : {};
    return [...close(gate, response, { decision }), ...reopen()];
  }

  function expire(gate: ModelGate): EventDraft[] {
    now = Math.max(now, gate.deadline ?? now);
    const options: SettlementOptions = { outcome: 'expired' };
    if (gate.external) {
      ended.set(gate.request.run_id, 'completed');
      const drafts = close(gate, undefined, { ...options, waiting: [], batch: [] });
      return [...drafts, runCompleted({ response: 'denied' }, { run_id: gate.request.run_id })];
    }
    const call = callOf(gate);
    if (call !== undefined) call.status = 'refused';
    return [...close(gate, undefined, options), ...reopen()];
  }

  function pauseGate(gate: ModelGate): EventDraft[] {
    gate.paused = true;
    stop(gate);
    return [toolPaused(clockOf(gate), { run_id: gate.request.run_id })];
  }

  function resumeGate(gate: ModelGate): EventDraft[] {
    gate.paused = false;
    const runsAgain = gate.external || !paused;
    if (runsAgain) go(gate);
    const expires = runsAgain && gate.deadline !== undefined;
    return [
      toolResumed(
        { ...clockOf(gate), ...(expires && { expires_at: testTime(gate.deadline) }) },
        { run_id: gate.request.run_id },
      ),
    ];
  }

  function stop(gate: ModelGate): void {
    if (gate.deadline === undefined) return;
    gate.remaining = Math.max(0, gate.deadline - now);
    delete gate.deadline;
  }

  function go(gate: ModelGate): void {
    if (gate.remaining === undefined) return;
    gate.deadline = now + gate.remaining;
    delete gate.remaining;
  }

  function pauseRun(): EventDraft[] {
    paused = true;
    own().forEach(stop);
    return [runPaused({}, { run_id: root()?.id ?? '' })];
  }

  function resumeRun(): EventDraft[] {
    paused = false;
    const first = root()?.id ?? '';
    for (const gate of own()) if (!gate.paused) go(gate);
    const resumed = runResumed({}, { run_id: first });
    return own().length > 0 ? [resumed] : [resumed, runClaimed({}, { run_id: first })];
  }

  function abort(outcome: 'cancelled' | 'superseded'): EventDraft[] {
    const drafts = own().flatMap((gate) => close(gate, undefined, { outcome, batch: [] }));
    const first = root()?.id ?? '';
    while (runs.length > 0) {
      const run = runs.pop();
      if (run === undefined) break;
      for (const call of run.calls) if (call.status !== 'done') drafts.push(...result(run, call));
      drafts.push(runAborted({ reason: outcome }, { run_id: run.id }));
    }
    ended.set(first, 'aborted');
    latch = [];
    return drafts;
  }

  function external(): EventDraft[] {
    const id = next('run');
    const deadline = now + 300;
    const { message_id: _, ...request } = authorizationRequest({
      id: next('int'),
      run_id: id,
      tool_call_id: pick(['call_1', 'call_2', 'call_3']),
      expires_at: testTime(deadline),
    });
    gates.push({ request, external: true, deadline, paused: false });
    const place = { run_id: id };
    return [
      runStarted({ input: '', external: true }, place),
      interactionRequest(request),
      executionSuspended(
        { interaction_request_id: request.id, interaction_request_ids: [request.id] },
        place,
      ),
    ];
  }

  /** All possible steps; those that advance the run are listed several times. */
  function possible(): (() => EventDraft[])[] {
    const run = inner();
    const options: (() => EventDraft[])[] = [];
    const often = (count: number, action: () => EventDraft[]): void => {
      for (let times = 0; times < count; times += 1) options.push(action);
    };
    const [rules] = unsaved;
    if (rules !== undefined) {
      often(6, () => {
        unsaved.shift();
        const asked = settled.find(({ request }) => request.id === rules);
        return [rulesSaved({ interaction_id: rules }, { run_id: asked?.request.run_id ?? '' })];
      });
    }
    if (run === undefined) {
      often(6, start);
    } else {
      const call = run.calls.find(({ status }) => status !== 'done');
      const mayRun = own().length === 0 && rules === undefined;
      // A running tool ends even while its run is paused.
      if (mayRun && (!paused || call?.status === 'started')) {
        often(24, () => {
          if (call === undefined) return callModel(run);
          return run.judged ? drive(run, call) : evaluate(run);
        });
      }
      often(paused ? 8 : 2, paused ? resumeRun : pauseRun);
      options.push(() => abort('cancelled'));
      if (own().length > 0) options.push(() => [...abort('superseded'), ...start()]);
    }
    for (const gate of gates) {
      often(8, () => answer(gate));
      often(2, () => (gate.paused ? resumeGate(gate) : pauseGate(gate)));
      if (gate.deadline !== undefined) options.push(() => expire(gate));
    }
    if (gates.filter((gate) => gate.external).length < 2) options.push(external);
    return options;
  }

  return {
    commits,
    runs,
    gates,
    unsaved,
    settled,
    ended,
    get paused() {
      return paused;
    },
    step() {
      now += 1 + choose(4);
      const drafts = pick(possible())();
      const log = commits.flat();
      const commit = sessionLog(drafts, { after: log, stepSeconds: 0, startSeconds: now });
      commits.push(commit);
      return commit;
    },
  };
}

function newRun(id: string): ModelRun {
  return {
    id,
    message: '',
    calls: [],
    judged: false,
    steps: 0,
    completedBatches: 0,
  };
}

function clockOf({ request }: ModelGate): { interaction_id: string; tool_call_id: string } {
  return { interaction_id: request.id, tool_call_id: request.tool_call_id };
}
