import { describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  batchJudged,
  confirmResponse,
  errorEvent,
  executionResumed,
  executionSuspended,
  inputRequest,
  interactionRequest,
  interactionResolved,
  interactionResponse,
  permissionUpdated,
  rulesSaved,
  runAborted,
  runClaimed,
  runCompleted,
  runFailed,
  runPaused,
  runResumed,
  runStarted,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  toolAuthDenied,
  toolAuthRequired,
  toolCall,
  toolCompleted,
  toolOutcomeUnknown,
  toolPaused,
  toolResumed,
  toolStarted,
} from '../testing.ts';
import type { EventDraft, EventType, RunEvent } from './event.ts';
import { createTranscript, evolveMessages } from './evolve-messages.ts';
import { evolveRun } from './evolve-run.ts';
import { INITIAL_CONTROL } from './state.ts';

const request = authorizationRequest({ message_id: 'msg_2' });
const rules = [{ pattern: 'bash(npm run lint)', effect: 'allow', scope: 'always' }] as const;

const started = [runStarted(), stepCompleted(), runClaimed()];
const proposed = [
  ...started,
  stepCompleted({ id: 'msg_2', role: 'assistant', content: '', tool_calls: [toolCall()] }),
];
const waiting = [...proposed, batchJudged({ message_id: 'msg_2' }), ...suspension(request)];
const stopped = [...waiting, toolPaused()];
const paused = [...waiting, runPaused()];
const ready = [
  ...waiting,
  ...settlement(request, confirmResponse(), { decision: { rules: [...rules] } }),
];
const running = [...ready, toolStarted()];

/** The log before the event, and its effect on each fold. */
interface Row {
  readonly before: readonly EventDraft[];
  readonly event: EventDraft;
  /** Changed paths in the control state, besides `seq` and `updated_at`. */
  readonly control: readonly string[];
  /** Changed paths in the transcript. */
  readonly messages: readonly string[];
}

const RUN = 'trees.run_1.runs.run_1';
const CALL = `${RUN}.batch.calls.0`;
const GATE = 'trees.run_1.pending.0';

/** A new event type does not compile until it has an entry for both folds. */
const TABLE: Readonly<Record<EventType, readonly Row[]>> = {
  run_started: [
    {
      before: [],
      event: runStarted(),
      control: ['session_id', 'title', 'trees.run_1', 'user_id'],
      messages: [],
    },
    {
      before: running,
      event: runStarted(
        { parent_run_id: 'run_1', parent_tool_call_id: 'call_1' },
        { run_id: 'run_2' },
      ),
      control: [`${CALL}.nested_run_id`, 'trees.run_1.runs.run_2'],
      messages: [],
    },
    {
      before: waiting,
      event: runStarted({ external: true }, { run_id: 'run_2' }),
      control: ['trees.run_2'],
      messages: [],
    },
  ],
  run_claimed: [
    {
      before: [runStarted()],
      event: runClaimed(),
      control: ['trees.run_1.attempt', 'trees.run_1.owner'],
      messages: [],
    },
  ],
  step_completed: [
    { before: [runStarted()], event: stepCompleted(), control: ['last_sequence'], messages: ['0'] },
    {
      before: started,
      event: stepCompleted({ id: 'msg_2', role: 'assistant', tool_calls: [toolCall()] }),
      control: ['last_sequence', `${RUN}.batch`, `${RUN}.steps`],
      messages: ['1'],
    },
    {
      before: [...running, toolCompleted()],
      event: stepCompleted({ id: 'msg_3', role: 'assistant', content: 'Clean.' }),
      control: ['last_sequence', `${RUN}.batch`, `${RUN}.steps`],
      messages: ['2'],
    },
    {
      before: [...running, toolCompleted()],
      event: stepCompleted({ id: 'msg_3', role: 'tool', tool_call_id: 'call_1' }),
      control: ['last_sequence'],
      messages: ['2'],
    },
  ],
  batch_judged: [
    {
      before: proposed,
      event: batchJudged({ message_id: 'msg_2' }),
      control: [`${CALL}.verdict`, `${RUN}.batch.judged`],
      messages: [],
    },
    {
      before: proposed,
      event: batchJudged({
        message_id: 'msg_2',
        verdicts: [{ tool_call_id: 'call_1', decision: 'allowed', step: 'allow_rule', reason: '' }],
      }),
      control: [`${CALL}.status`, `${CALL}.verdict`, `${RUN}.batch.judged`],
      messages: [],
    },
    {
      before: proposed,
      event: batchJudged({
        message_id: 'msg_2',
        verdicts: [{ tool_call_id: 'call_1', decision: 'denied', step: 'deny_rule', reason: '' }],
      }),
      control: [`${CALL}.refusal`, `${CALL}.status`, `${CALL}.verdict`, `${RUN}.batch.judged`],
      messages: [],
    },
    { before: proposed, event: batchJudged({ message_id: 'msg_1' }), control: [], messages: [] },
  ],
  interaction_request: [
    {
      before: [...proposed, batchJudged({ message_id: 'msg_2' })],
      event: interactionRequest(request),
      control: [`${CALL}.args_digest`, `${CALL}.status`, GATE],
      messages: ['1.blocks.0'],
    },
  ],
  tool_auth_required: [{ before: waiting, event: toolAuthRequired(), control: [], messages: [] }],
  execution_suspended: [
    {
      before: [...proposed, interactionRequest(request)],
      event: executionSuspended(),
      control: ['trees.run_1.latch.0', 'trees.run_1.owner'],
      messages: [],
    },
  ],
  execution_resumed: [
    { before: waiting, event: executionResumed(), control: ['trees.run_1.latch.0'], messages: [] },
  ],
  interaction_response: [
    {
      before: waiting,
      event: interactionResponse(),
      control: [`${CALL}.approved`, `${CALL}.status`],
      messages: [],
    },
    {
      before: waiting,
      event: interactionResponse({
        decision: { tool_call_id: 'call_1', action: 'deny', note: 'no', rules: [...rules] },
      }),
      control: [`${CALL}.refusal`, `${CALL}.status`, 'trees.run_1.unsaved.0'],
      messages: [],
    },
    {
      before: waiting,
      event: interactionResponse({
        decision: {
          tool_call_id: 'call_1',
          action: 'modify_args',
          modified_args: { command: 'ls' },
        },
      }),
      control: [`${CALL}.approved`, `${CALL}.args.command`, `${CALL}.edited`, `${CALL}.status`],
      messages: ['1.tool_calls.0.args.command'],
    },
    {
      before: waiting,
      event: interactionResponse({ decision: { tool_call_id: 'call_1', action: 'answer' } }),
      control: [`${CALL}.answers.0`, `${CALL}.status`, `${CALL}.supplied`],
      messages: [],
    },
    {
      before: waiting,
      event: interactionResponse({ decision: { tool_call_id: 'call_1', action: 'abort_run' } }),
      control: [],
      messages: [],
    },
    { before: ready, event: interactionResponse(), control: [], messages: [] },
  ],
  interaction_resolved: [
    {
      before: [...waiting, interactionResponse()],
      event: interactionResolved(),
      control: [GATE],
      messages: [],
    },
    {
      before: waiting,
      event: interactionResolved({ outcome: 'expired' }),
      control: [`${CALL}.refusal`, `${CALL}.status`, GATE],
      messages: [],
    },
    {
      before: waiting,
      event: interactionResolved({ outcome: 'cancelled' }),
      control: [`${CALL}.refusal`, `${CALL}.status`, GATE],
      messages: [],
    },
    {
      before: waiting,
      event: interactionResolved({ outcome: 'superseded' }),
      control: [`${CALL}.refusal`, `${CALL}.status`, GATE],
      messages: [],
    },
    {
      before: ready,
      event: interactionResolved({ outcome: 'expired' }),
      control: [],
      messages: [],
    },
  ],
  permission_updated: [
    {
      before: waiting,
      event: permissionUpdated({ message_id: 'msg_2' }),
      control: [],
      messages: ['1.blocks.0.status'],
    },
    {
      before: ready,
      event: permissionUpdated({ message_id: 'msg_2', status: 'denied' }),
      control: [],
      messages: [],
    },
  ],
  rules_saved: [
    { before: ready, event: rulesSaved(), control: ['trees.run_1.unsaved.0'], messages: [] },
  ],
  tool_auth_denied: [{ before: waiting, event: toolAuthDenied(), control: [], messages: [] }],
  tool_paused: [
    {
      before: waiting,
      event: toolPaused(),
      control: [`${GATE}.remaining_ms`, `${GATE}.request.expires_at`, `${GATE}.request.paused`],
      messages: [],
    },
    { before: stopped, event: toolPaused(), control: [], messages: [] },
    { before: ready, event: toolPaused(), control: [], messages: [] },
  ],
  tool_resumed: [
    {
      before: stopped,
      event: toolResumed(),
      control: [`${GATE}.remaining_ms`, `${GATE}.request.expires_at`, `${GATE}.request.paused`],
      messages: [],
    },
    { before: waiting, event: toolResumed(), control: [], messages: [] },
  ],
  tool_started: [
    {
      before: ready,
      event: toolStarted({ args: { command: 'ls' } }),
      control: [`${CALL}.args.command`, `${CALL}.attempt`, `${CALL}.claim`, `${CALL}.status`],
      messages: [],
    },
  ],
  tool_completed: [
    { before: running, event: toolCompleted(), control: [`${CALL}.status`], messages: [] },
  ],
  tool_outcome_unknown: [
    { before: running, event: toolOutcomeUnknown(), control: [`${CALL}.status`], messages: [] },
  ],
  run_paused: [
    {
      before: waiting,
      event: runPaused(),
      control: [`${GATE}.remaining_ms`, `${GATE}.request.expires_at`, 'trees.run_1.paused'],
      messages: [],
    },
    { before: paused, event: runPaused(), control: [], messages: [] },
    { before: running, event: runPaused(), control: ['trees.run_1.paused'], messages: [] },
  ],
  run_resumed: [
    {
      before: paused,
      event: runResumed(),
      control: [`${GATE}.remaining_ms`, `${GATE}.request.expires_at`, 'trees.run_1.paused'],
      messages: [],
    },
    { before: waiting, event: runResumed(), control: [], messages: [] },
  ],
  run_completed: [
    {
      before: started,
      event: runCompleted(),
      control: ['trees.run_1.owner', `${RUN}.ended`, `${RUN}.response`],
      messages: [],
    },
  ],
  run_failed: [
    {
      before: running,
      event: runFailed(),
      control: [`${RUN}.batch`, `${RUN}.ended`, `${RUN}.error`],
      messages: [],
    },
  ],
  run_aborted: [
    {
      before: running,
      event: runAborted(),
      control: [`${RUN}.batch`, `${RUN}.ended`, `${RUN}.error`],
      messages: [],
    },
  ],
  error: [{ before: running, event: errorEvent(), control: [], messages: [] }],
};

const ROWS = Object.entries(TABLE).flatMap(([type, rows]) =>
  rows.map((row, index) => ({ type, number: index + 1, ...row })),
);

/** The paths at which two values differ, as deep as both have them. */
function differences(left: unknown, right: unknown, path = ''): string[] {
  if (left === right) return [];
  const isOpen = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isOpen(left) || !isOpen(right)) return [path];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  const member = (value: object, key: string): unknown => new Map(Object.entries(value)).get(key);
  return [...keys].flatMap((key) =>
    differences(member(left, key), member(right, key), path === '' ? key : `${path}.${key}`),
  );
}

const PLACE = /^last_timestamp$|\.last_seq$|\.updated_at$/;

function after(before: readonly EventDraft[], draft: EventDraft) {
  const log = sessionLog(before);
  const [event] = sessionLog([draft], { after: log });
  if (event === undefined) throw new Error('no event');
  return {
    event,
    control: log.reduce(evolveRun, INITIAL_CONTROL),
    messages: log.reduce(evolveMessages, []),
  };
}

describe('the event table', () => {
  it.each(ROWS)('$type $number changes this and nothing else', ({ before, event, ...row }) => {
    const now = after(before, event);
    const control = evolveRun(now.control, now.event);
    const messages = evolveMessages(now.messages, now.event);
    const changed = differences(now.control, control).filter((path) => !PLACE.test(path));
    expect(changed.toSorted()).toEqual([...row.control].toSorted());
    expect(differences(now.messages, messages).toSorted()).toEqual([...row.messages].toSorted());
    if (row.messages.length === 0) expect(messages).toBe(now.messages);
  });

  it.each(ROWS)('$type $number, repeated, returns the same objects', ({ before, event }) => {
    const now = after(before, event);
    const control = evolveRun(now.control, now.event);
    const messages = evolveMessages(now.messages, now.event);
    expect(evolveRun(control, now.event)).toBe(control);
    expect(evolveMessages(messages, now.event)).toBe(messages);
  });

  it.each(ROWS)(
    '$type $number changes a transcript in the same way, once',
    ({ before, event, ...row }) => {
      const now = after(before, event);
      const transcript = createTranscript();
      sessionLog(before).forEach(transcript.add);
      const known = transcript.messages();
      expect(known).toEqual(now.messages);
      transcript.add(now.event);
      const messages = transcript.messages();
      expect(messages).toEqual(evolveMessages(now.messages, now.event));
      if (row.messages.length === 0) expect(messages).toBe(known);
      // The returned list must not have been mutated.
      expect(known).toEqual(now.messages);
      transcript.add(now.event);
      expect(transcript.messages()).toBe(messages);
    },
  );

  it.each(ROWS)('$type $number of an unknown tree returns the same state', ({ event }) => {
    const now = after(started, event);
    const foreign: RunEvent = { ...now.event, run_id: 'run_9', root_run_id: 'run_8' };
    expect(evolveRun(now.control, foreign)).toBe(now.control);
  });

  it.each(ROWS)(
    '$type $number of an unknown run changes only the last seq',
    ({ before, event }) => {
      const now = after(before.length === 0 ? started : before, event);
      const ghost: RunEvent = { ...now.event, run_id: 'run_9', root_run_id: 'run_1', seq: 99 };
      const control = evolveRun(now.control, ghost);
      const changed = differences(now.control, control).filter((path) => !PLACE.test(path));
      expect(control.trees['run_1']?.last_seq).toBe(99);
      // Except for a nested run's start, and rules of a deleted run.
      if (event.type !== 'run_started' && event.type !== 'rules_saved') {
        expect(changed.filter((path) => path !== 'last_sequence')).toEqual([]);
      }
    },
  );

  it('an event of an unknown type changes only the last seq', () => {
    const now = after(waiting, errorEvent());
    const text = JSON.stringify({ ...now.event, type: 'run_teleported' });
    const unknown = JSON.parse(text) as RunEvent;
    const control = evolveRun(now.control, unknown);
    expect(differences(now.control, control)).toEqual(['last_timestamp', 'trees.run_1.last_seq']);
    expect(evolveRun(control, unknown)).toBe(control);
    expect(evolveMessages(now.messages, unknown)).toBe(now.messages);
  });

  it('an event without a call changes only the pending list', () => {
    const now = after(
      waiting,
      interactionRequest(inputRequest({ id: 'int_2', tool_call_id: 'x' })),
    );
    const control = evolveRun(now.control, now.event);
    expect(differences(now.control, control).filter((path) => !PLACE.test(path))).toEqual([
      'trees.run_1.pending.1',
    ]);
  });
});
