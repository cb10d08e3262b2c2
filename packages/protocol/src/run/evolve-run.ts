import type { EventOf, InteractionRequest } from '../generated/types.ts';
import { startClock, stopClock } from './clock.ts';
import type { RunEvent } from './event.ts';
import { answeredCall, unansweredCall } from './settle-call.ts';
import {
  chainOf,
  isFinished,
  rootOf,
  runOf,
  type BatchState,
  type CallState,
  type ControlState,
  type PendingInteraction,
  type RunState,
  type RunTree,
} from './state.ts';

const TITLE_LENGTH = 80;

/**
 * Folds one event of a session's log into its control state. Pure and total: an event that was
 * already folded (its `seq` is not new) or belongs to an unknown tree returns `state` itself; for
 * an event of an unknown type, or about an unknown run of a known tree, only its `seq` is kept, so
 * that the next event is numbered after it.
 */
export function evolveRun(state: ControlState, event: RunEvent): ControlState {
  const tree = Object.hasOwn(state.trees, event.root_run_id)
    ? state.trees[event.root_run_id]
    : undefined;
  if (tree === undefined) {
    // Times never go back in a log: an older start is a repeated one, of a forgotten tree.
    const isStart = event.type === 'run_started' && event.run_id === event.root_run_id;
    return isStart && event.timestamp >= state.last_timestamp ? startTree(state, event) : state;
  }
  if (!(event.seq > tree.last_seq)) return state;
  return {
    ...state,
    last_sequence:
      event.type === 'step_completed'
        ? Math.max(state.last_sequence, event.data.step.sequence)
        : state.last_sequence,
    last_timestamp: event.timestamp,
    trees: {
      ...state.trees,
      [tree.root_run_id]: { ...evolveTree(tree, event), last_seq: event.seq },
    },
  };
}

function startTree(state: ControlState, event: EventOf<'run_started'>): ControlState {
  const isExternal = event.data.external ?? false;
  const kept = Object.entries(state.trees).filter(([, tree]) => !isPast(tree, isExternal));
  const tree: RunTree = {
    root_run_id: event.run_id,
    last_seq: event.seq,
    runs: { [event.run_id]: newRun(event) },
    pending: [],
    unsaved: [],
    latch: [],
    paused: false,
    attempt: 0,
  };
  const first = state.session_id === '';
  return {
    session_id: event.session_id,
    user_id: first ? event.data.user_id : state.user_id,
    title: first ? shorten(event.data.input) : state.title,
    last_sequence: state.last_sequence,
    last_timestamp: event.timestamp,
    trees: { ...Object.fromEntries(kept), [event.run_id]: tree },
  };
}

/**
 * Whether a tree is forgotten when another one starts: it has ended, the rules of its answers are
 * saved, and it is not the session's newest run (calls of external loops do not count).
 */
function isPast(tree: RunTree, isExternal: boolean): boolean {
  return isFinished(tree) && tree.unsaved.length === 0 && (!isExternal || rootOf(tree).external);
}

/** Cut between characters: databases cannot store half of a surrogate pair. */
function shorten(text: string): string {
  return text.slice(0, TITLE_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

function newRun(event: EventOf<'run_started'>): RunState {
  return {
    id: event.run_id,
    agent_id: event.data.agent_id,
    user_id: event.data.user_id,
    parent_run_id: event.data.parent_run_id,
    parent_tool_call_id: event.data.parent_tool_call_id,
    external: event.data.external ?? false,
    ...(event.data.on_denied !== undefined && { on_denied: event.data.on_denied }),
    ...(event.data.ongoing === true && { ongoing: true as const }),
    steps: 0,
    response: null,
    error: null,
    created_at: event.timestamp,
    updated_at: event.timestamp,
  };
}

function evolveTree(tree: RunTree, event: RunEvent): RunTree {
  if (event.type === 'run_started') return startNested(tree, event);
  // The run that asked may be deleted when its rules are stored.
  if (event.type === 'rules_saved') return afterSaving(tree, event);
  const run = runOf(tree, event.run_id);
  if (run === undefined) return tree;
  const touched = { ...run, updated_at: event.timestamp };
  const withRun = (changed: RunState): RunTree => ({
    ...tree,
    runs: { ...tree.runs, [run.id]: changed },
  });
  const withCall = (id: string, change: (call: CallState) => CallState): RunTree =>
    withRun(changeCall(touched, id, change));

  switch (event.type) {
    case 'run_claimed':
      return { ...withRun(touched), owner: event.data.owner, attempt: event.data.attempt };
    case 'step_completed':
      return withRun(afterStep(touched, event));
    case 'batch_judged':
      return withRun(afterVerdicts(touched, event));
    case 'interaction_request': {
      const { interaction_request: request } = event.data;
      const waiting = withCall(request.tool_call_id, (call) => ({
        ...call,
        status: 'waiting',
        ...(request.args_digest !== undefined && { args_digest: request.args_digest }),
        ...(request.tool_digest !== undefined && { tool_digest: request.tool_digest }),
      }));
      const asked: PendingInteraction = { request, seq: event.seq };
      // A tool that was still running when its run was paused may ask.
      const pending = tree.paused ? stopClock(asked, event.timestamp) : asked;
      return { ...waiting, pending: [...tree.pending, pending] };
    }
    case 'execution_suspended':
      return disowned({ ...withRun(touched), latch: event.data.interaction_request_ids });
    case 'execution_resumed':
      return { ...withRun(touched), latch: [] };
    case 'interaction_response':
      return afterResponse(tree, event, withCall);
    case 'interaction_resolved':
      return afterResolution(tree, event, withCall);
    case 'tool_paused':
      return withPending(withRun(touched), event.data.interaction_id, (pending) => {
        const stopped = stopClock(pending, event.timestamp);
        return { ...stopped, request: { ...stopped.request, paused: true } };
      });
    case 'tool_resumed':
      return withPending(withRun(touched), event.data.interaction_id, (pending) => {
        const { paused: _, ...request } = pending.request;
        const running = { ...pending, request: request as InteractionRequest };
        return tree.paused ? running : startClock(running, event.timestamp, event.data.expires_at);
      });
    case 'tool_started':
      return withCall(event.data.tool_call_id, (call) => ({
        ...call,
        status: 'started',
        args: event.data.args,
        attempt: event.data.attempt,
        claim: tree.attempt,
      }));
    case 'tool_outcome_unknown':
      return withCall(event.data.tool_call_id, (call) => ({ ...call, status: 'unknown' }));
    case 'tool_completed':
      return afterResult(tree, event, withCall);
    case 'run_paused':
      return {
        ...withRun(touched),
        paused: true,
        pending: tree.pending.map((pending) => stopClock(pending, event.timestamp)),
      };
    case 'run_resumed':
      return {
        ...withRun(touched),
        paused: false,
        pending: tree.pending.map((pending) =>
          pending.request.paused === true ? pending : startClock(pending, event.timestamp),
        ),
      };
    case 'run_completed':
      return ended(tree, { ...touched, ended: 'completed', response: event.data.response });
    case 'run_failed':
      return ended(tree, { ...touched, ended: 'failed', error: event.data.error });
    case 'run_aborted':
      return ended(tree, { ...touched, ended: 'aborted', error: event.data.reason ?? null });
    case 'permission_updated':
    case 'tool_auth_required':
    case 'tool_auth_denied':
    case 'error':
      return withRun(touched);
    default:
      return tree;
  }
}

function startNested(tree: RunTree, event: EventOf<'run_started'>): RunTree {
  const { parent_run_id: parentId, parent_tool_call_id: callId } = event.data;
  const parent = parentId === null ? undefined : runOf(tree, parentId);
  // An existing run must not become its own descendant.
  if (parent === undefined || callId === null || runOf(tree, event.run_id) !== undefined) {
    return tree;
  }
  return {
    ...tree,
    runs: {
      ...tree.runs,
      [parent.id]: changeCall(parent, callId, (call) => ({ ...call, nested_run_id: event.run_id })),
      [event.run_id]: newRun(event),
    },
  };
}

function changeCall(
  run: RunState,
  callId: string,
  change: (call: CallState) => CallState,
): RunState {
  const { batch } = run;
  if (batch === undefined) return run;
  const calls = batch.calls.map((call) => (call.tool_call_id === callId ? change(call) : call));
  return { ...run, batch: { ...batch, calls } };
}

function afterStep(run: RunState, event: EventOf<'step_completed'>): RunState {
  const { step } = event.data;
  if (step.role !== 'assistant') return run;
  const { batch: _, ...rest } = run;
  const stepped = { ...rest, steps: run.steps + 1 };
  if (step.tool_calls === undefined || step.tool_calls.length === 0) return stepped;
  const batch: BatchState = {
    message_id: step.id,
    judged: false,
    calls: step.tool_calls.map((call) => ({
      tool_call_id: call.id,
      tool_name: call.name,
      args: call.args,
      ...(call.invalid_args !== undefined && { invalid_args: call.invalid_args }),
      status: 'proposed',
      answers: [],
      attempt: 0,
    })),
  };
  return { ...stepped, batch };
}

function afterVerdicts(run: RunState, event: EventOf<'batch_judged'>): RunState {
  const { batch } = run;
  if (batch === undefined || batch.message_id !== event.data.message_id) return run;
  const verdicts = new Map(event.data.verdicts.map((verdict) => [verdict.tool_call_id, verdict]));
  const calls = batch.calls.map((call): CallState => {
    const verdict = verdicts.get(call.tool_call_id);
    if (verdict === undefined) return call;
    const judged = { ...call, verdict: verdict.decision };
    if (verdict.decision === 'allowed') return { ...judged, status: 'ready' };
    if (verdict.decision === 'needs_auth') return judged;
    return { ...judged, status: 'refused', refusal: { kind: 'denied', reason: verdict.reason } };
  });
  return { ...run, batch: { ...batch, judged: true, calls } };
}

type ChangeCall = (id: string, change: (call: CallState) => CallState) => RunTree;

function afterResponse(
  tree: RunTree,
  event: EventOf<'interaction_response'>,
  withCall: ChangeCall,
): RunTree {
  const { interaction_id: id, tool_call_id: callId, decision } = event.data;
  const asked = tree.pending.filter(
    ({ request }) => request.run_id === event.run_id && request.tool_call_id === callId,
  );
  const request = asked.find((pending) => pending.request.id === id)?.request;
  // A decision after the settlement changes nothing.
  if (request === undefined) return withCall(callId, (call) => call);
  const answered = withCall(callId, (call) =>
    answeredCall(call, request, event.data, asked.length > 1),
  );
  if (decision?.rules === undefined || decision.rules.length === 0) return answered;
  const { rules, rules_user_id: owner } = decision;
  const unsaved = {
    interaction_id: id,
    run_id: event.run_id,
    rules,
    ...(owner !== undefined && { user_id: owner }),
  };
  return { ...answered, unsaved: [...tree.unsaved, unsaved] };
}

function afterResolution(
  tree: RunTree,
  event: EventOf<'interaction_resolved'>,
  withCall: ChangeCall,
): RunTree {
  const { interaction_id: id, tool_call_id: callId, outcome, superseded_by: next } = event.data;
  const request = tree.pending.find((pending) => pending.request.id === id)?.request;
  if (request === undefined) return withCall(callId, (call) => call);
  // Asked again, the call waits for the next request.
  const settled = withCall(callId, (call) =>
    next === undefined ? unansweredCall(call, request, outcome) : call,
  );
  return { ...settled, pending: tree.pending.filter((pending) => pending.request !== request) };
}

function afterResult(
  tree: RunTree,
  event: EventOf<'tool_completed'>,
  withCall: ChangeCall,
): RunTree {
  const { tool_call_id: callId } = event.data.result;
  const done = withCall(callId, (call) => ({ ...call, status: 'done' }));
  const isBelow = (run: RunState): boolean =>
    chainOf(tree, run.id).some(
      ({ parent_run_id: parent, parent_tool_call_id: call }) =>
        parent === event.run_id && call === callId,
    );
  if (!Object.values(done.runs).some(isBelow)) return done;
  const runs = Object.fromEntries(Object.entries(done.runs).filter(([, run]) => !isBelow(run)));
  const unsaved = tree.unsaved.map((rules) =>
    Object.hasOwn(runs, rules.run_id) ? rules : { ...rules, run_id: event.run_id },
  );
  return { ...done, runs, unsaved };
}

function afterSaving(tree: RunTree, event: EventOf<'rules_saved'>): RunTree {
  const unsaved = tree.unsaved.filter(({ interaction_id: id }) => id !== event.data.interaction_id);
  const run = runOf(tree, event.run_id);
  if (run === undefined) return { ...tree, unsaved };
  const touched = { ...run, updated_at: event.timestamp };
  return { ...tree, unsaved, runs: { ...tree.runs, [run.id]: touched } };
}

function withPending(
  tree: RunTree,
  id: string,
  change: (pending: PendingInteraction) => PendingInteraction,
): RunTree {
  return {
    ...tree,
    pending: tree.pending.map((pending) => (pending.request.id === id ? change(pending) : pending)),
  };
}

function disowned(tree: RunTree): RunTree {
  const { owner: _, ...rest } = tree;
  return rest;
}

function ended(tree: RunTree, run: RunState): RunTree {
  const { batch: _, ...rest } = run;
  const changed = { ...tree, runs: { ...tree.runs, [run.id]: rest } };
  return run.id === tree.root_run_id ? disowned(changed) : changed;
}
