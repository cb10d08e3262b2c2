import { describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  batchJudged,
  confirmResponse,
  errorEvent,
  inputRequest,
  inputResponse,
  interactionRequest,
  interactionResolved,
  interactionResponse,
  recoveryRequest,
  responseTo,
  rulesSaved,
  runAborted,
  runClaimed,
  runCompleted,
  runPaused,
  runResumed,
  runStarted,
  selectResponse,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  testTime,
  toolCall,
  toolCompleted,
  toolOutcomeUnknown,
  toolPaused,
  toolResumed,
  toolStarted,
} from '../testing.ts';
import type { EventDraft, RunEvent } from './event.ts';
import { evolveRun } from './evolve-run.ts';
import {
  INITIAL_CONTROL,
  activeTree,
  chainOf,
  nextDeadline,
  rootOf,
  runOf,
  sessionStatus,
  type CallState,
  type ControlState,
  type PendingInteraction,
  type RunTree,
} from './state.ts';

const fold = (log: readonly RunEvent[], from: ControlState = INITIAL_CONTROL): ControlState =>
  log.reduce(evolveRun, from);

const folded = (...drafts: readonly EventDraft[]): ControlState => fold(sessionLog(drafts));

function treeIn(state: ControlState, rootId = 'run_1'): RunTree {
  const tree = new Map(Object.entries(state.trees)).get(rootId);
  return tree ?? expect.fail(`no tree ${rootId}`);
}

function callIn(state: ControlState, callId = 'call_1', runId = 'run_1'): CallState {
  const calls = runOf(treeIn(state), runId)?.batch?.calls;
  return calls?.find(({ tool_call_id: id }) => id === callId) ?? expect.fail(`no call ${callId}`);
}

function gateIn(state: ControlState, id = 'int_1'): PendingInteraction {
  const pending = Object.values(state.trees).flatMap((tree) => tree.pending);
  return pending.find(({ request }) => request.id === id) ?? expect.fail(`nothing pending: ${id}`);
}

const request = authorizationRequest({ message_id: 'msg_2' });

/** A run whose model proposed these calls. */
const proposing = (...ids: readonly string[]): EventDraft[] => [
  runStarted(),
  stepCompleted(),
  runClaimed(),
  stepCompleted({
    id: 'msg_2',
    role: 'assistant',
    content: '',
    tool_calls: ids.map((id) => toolCall({ id })),
  }),
];

const waiting = [
  ...proposing('call_1'),
  batchJudged({ message_id: 'msg_2' }),
  ...suspension(request),
];

describe('the session', () => {
  it('takes its user and its title from the first run', () => {
    const state = folded(
      runStarted({ user_id: null, input: 'First' }),
      runCompleted(),
      runStarted({ user_id: 'grace', input: 'Second' }, { run_id: 'run_2' }),
    );
    expect([state.session_id, state.user_id, state.title]).toEqual(['ses_1', null, 'First']);
  });

  it('cuts the title between characters, never inside of one', () => {
    const title = (input: string) => folded(runStarted({ input })).title;
    expect(title('x'.repeat(200))).toBe('x'.repeat(80));
    expect(title(`${'x'.repeat(79)}😀!`)).toBe('x'.repeat(79));
    expect(title(`${'x'.repeat(78)}😀!`)).toBe(`${'x'.repeat(78)}😀`);
  });

  it('numbers steps through all its runs, never backwards', () => {
    const log = sessionLog([
      runStarted(),
      stepCompleted(),
      runStarted({ external: true }, { run_id: 'run_2' }),
      stepCompleted({ id: 'msg_2' }, { run_id: 'run_2' }),
      stepCompleted({ id: 'msg_3' }),
    ]);
    expect(fold(log).last_sequence).toBe(3);
    const last = log.at(-1) ?? expect.fail('empty');
    const late = sessionLog([stepCompleted({ id: 'msg_4' })], { after: log }).map((event) =>
      event.type === 'step_completed'
        ? { ...event, data: { step: { ...event.data.step, sequence: 1 } } }
        : event,
    );
    expect(fold(late, fold(log)).last_sequence).toBe(3);
    expect(fold(late, fold(log)).last_timestamp > last.timestamp).toBe(true);
  });

  it('numbers each root run on its own', () => {
    const state = folded(
      runStarted(),
      runStarted({ external: true }, { run_id: 'run_2' }),
      stepCompleted(),
    );
    expect(treeIn(state).last_seq).toBe(2);
    expect(treeIn(state, 'run_2').last_seq).toBe(1);
  });

  it('keeps two trees apart though their calls have equal ids', () => {
    const other = authorizationRequest({ id: 'int_2', run_id: 'run_2' });
    const state = folded(
      ...waiting,
      runStarted({ external: true }, { run_id: 'run_2' }),
      ...suspension(other),
      ...settlement(other, confirmResponse({ request_id: 'int_2', confirmed: false })),
      runCompleted({ response: 'denied' }, { run_id: 'run_2' }),
    );
    expect(callIn(state).status).toBe('waiting');
    expect(treeIn(state).pending.map(({ request: { id } }) => id)).toEqual(['int_1']);
    expect(sessionStatus(state)).toBe('waiting_permission');
    expect(activeTree(state)?.root_run_id).toBe('run_1');
  });

  it('forgets a finished run when the next one starts, and what was external at any start', () => {
    const over = folded(
      runStarted({ external: true }, { run_id: 'run_0' }),
      runCompleted({}, { run_id: 'run_0' }),
      runStarted(),
      runCompleted(),
    );
    expect(Object.keys(over.trees)).toEqual(['run_1']);
    const log = sessionLog([
      runStarted(),
      runCompleted(),
      runStarted({ external: true }, { run_id: 'run_2' }),
    ]);
    expect(Object.keys(fold(log).trees)).toEqual(['run_1', 'run_2']);
    const next = sessionLog([runStarted({}, { run_id: 'run_3' })], { after: log });
    expect(Object.keys(fold(next, fold(log)).trees)).toEqual(['run_2', 'run_3']);
  });

  it('does not take the repeated start of a forgotten run for a new one', () => {
    const log = sessionLog([runStarted(), runCompleted(), runStarted({}, { run_id: 'run_2' })]);
    const state = fold(log);
    expect(fold(log, state)).toBe(state);
  });

  it('remembers rules that are not stored yet, though their run is over', () => {
    const rules = [{ pattern: 'bash(ls)', effect: 'allow', scope: 'always' }] as const;
    const state = folded(
      ...waiting,
      ...settlement(request, confirmResponse(), { decision: { rules: [...rules] } }),
      runAborted(),
      runStarted({}, { run_id: 'run_2' }),
    );
    expect(treeIn(state).unsaved).toEqual([{ interaction_id: 'int_1', run_id: 'run_1', rules }]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'takes %s for an id like any other',
    (id) => {
      const asked = authorizationRequest({ id, run_id: id, message_id: id, tool_call_id: id });
      const place = { run_id: id };
      const log = sessionLog([
        runStarted({}, place),
        stepCompleted({ id, role: 'assistant', tool_calls: [toolCall({ id })] }, place),
        batchJudged({ message_id: id }, place),
        ...suspension(asked),
      ]);
      const state = fold(log);
      expect(Object.keys(state.trees)).toEqual([id]);
      const tree = treeIn(state, id);
      expect(runOf(tree, id)?.batch?.calls[0]?.status).toBe('waiting');
      expect(fold(log, JSON.parse(JSON.stringify(state)) as ControlState)).toEqual(state);
      expect('ended' in {}).toBe(false);
      // An empty state has no tree of this name, and an unfinished tree no such run.
      const [ghost] = sessionLog([errorEvent({}, place)]);
      expect(evolveRun(INITIAL_CONTROL, ghost ?? expect.fail('no event'))).toBe(INITIAL_CONTROL);
      expect(runOf(treeIn(folded(...waiting)), id)).toBeUndefined();
    },
  );
});

describe('a call', () => {
  const answered = (...drafts: readonly EventDraft[]) => callIn(folded(...waiting, ...drafts));

  it('that a person approved is ready and stays approved', () => {
    expect(answered(...settlement(request, confirmResponse()))).toMatchObject({
      status: 'ready',
      approved: true,
      args: { command: 'npm run lint' },
    });
  });

  it('runs with the edited arguments', () => {
    const response = confirmResponse({ action: 'modify_args', modified_args: { command: 'ls' } });
    const edited = answered(...settlement(request, response));
    expect(edited).toMatchObject({ status: 'ready', edited: true, args: { command: 'ls' } });
    expect(gateIn(folded(...waiting)).request.tool_args).toEqual({ command: 'npm run lint' });
  });

  it('whose result a person supplied keeps it and does not run', () => {
    const response = confirmResponse({ action: 'answer', text: '42' });
    const supplied = answered(...settlement(request, response));
    expect(supplied).toMatchObject({ status: 'ready', supplied: true });
    expect(supplied.answers).toEqual([{ response }]);
  });

  it.each([
    [undefined, 'User denied consent'],
    ['', 'User denied consent'],
    ['too wide', 'User denied consent: too wide'],
  ])('that a person denied with the note %j is refused with it', (note, reason) => {
    const response = confirmResponse({ confirmed: false, ...(note !== undefined && { note }) });
    expect(answered(...settlement(request, response)).refusal).toEqual({ kind: 'denied', reason });
  });

  it.each([
    ['expired', 'denied', 'User consent request timed out'],
    ['cancelled', 'cancelled', 'Run aborted'],
    ['superseded', 'cancelled', 'superseded by a new message'],
  ] as const)('whose request is %s is refused as %s: %s', (outcome, kind, reason) => {
    const call = answered(...settlement(request, undefined, { outcome }));
    expect(call.refusal).toEqual({ kind, reason });
    expect(call.status).toBe('refused');
  });

  it('with a question is ready once it is answered, refused when declined or late', () => {
    const question = inputRequest({ message_id: 'msg_2' });
    const ask = [
      ...proposing('call_1'),
      batchJudged({ message_id: 'msg_2' }),
      ...suspension(question),
    ];
    const settled = (...drafts: readonly EventDraft[]) => callIn(folded(...ask, ...drafts));
    const response = inputResponse();
    expect(settled(...settlement(question, response))).toMatchObject({
      status: 'ready',
      answers: [{ response }],
    });
    const declined = inputResponse({ action: 'deny', note: 'secret' });
    expect(settled(...settlement(question, declined)).refusal).toEqual({
      kind: 'declined',
      reason: 'User declined to answer: secret',
    });
    expect(settled(...settlement(question, undefined, { outcome: 'expired' })).refusal).toEqual({
      kind: 'unanswered',
      reason: 'User did not answer in time',
    });
  });

  it('finds its answers again by the key under which it asked', () => {
    const question = inputRequest({ message_id: 'msg_2', metadata: { ask_key: 'name' } });
    const state = folded(
      ...proposing('call_1'),
      ...suspension(question),
      ...settlement(question, inputResponse()),
    );
    expect(callIn(state).answers).toEqual([{ key: 'name', response: inputResponse() }]);
  });

  it('asked twice while it runs keeps what was answered, and its approval', () => {
    const question = inputRequest({ id: 'int_2', message_id: 'msg_2' });
    const response = inputResponse({ request_id: 'int_2' });
    const state = folded(
      ...waiting,
      ...settlement(request, confirmResponse()),
      toolStarted(),
      ...suspension(question),
      ...settlement(question, response),
      toolStarted({ attempt: 2 }),
    );
    expect(callIn(state)).toMatchObject({
      status: 'started',
      approved: true,
      attempt: 2,
      answers: [{ response }],
    });
  });

  it('with two open questions waits for both, and what is refused stays refused', () => {
    const first = inputRequest({ id: 'int_2', message_id: 'msg_2' });
    const second = inputRequest({ id: 'int_3', message_id: 'msg_2' });
    const both = [...proposing('call_1'), toolStarted(), ...suspension(first, second)];
    const one = settlement(first, inputResponse({ request_id: 'int_2' }), { waiting: [second] });
    expect(callIn(folded(...both, ...one)).status).toBe('waiting');
    const other = settlement(second, inputResponse({ request_id: 'int_3' }));
    expect(callIn(folded(...both, ...one, ...other))).toMatchObject({
      status: 'ready',
      answers: [{}, {}],
    });
    const late = settlement(first, undefined, { outcome: 'expired', waiting: [second] });
    expect(callIn(folded(...both, ...late, ...other)).status).toBe('refused');
    const declined = settlement(
      first,
      inputResponse({ request_id: 'int_2', action: 'deny', note: 'no' }),
      { waiting: [second] },
    );
    const tooLate = settlement(second, undefined, { outcome: 'expired' });
    expect(callIn(folded(...both, ...declined, ...tooLate)).refusal?.kind).toBe('declined');
  });

  it.each([
    [selectResponse({ selected_values: ['retry'] }), { status: 'ready', approved: true }],
    [
      selectResponse({ selected_values: ['mark_done'], text: 'deployed' }),
      { status: 'ready', supplied: true, answers: [{ response: { text: 'deployed' } }] },
    ],
    [
      selectResponse({ selected_values: ['mark_failed'], text: 'no disk' }),
      { status: 'refused', refusal: { kind: 'failed', reason: 'no disk' } },
    ],
    [
      selectResponse({ selected_values: ['mark_failed'] }),
      {
        status: 'refused',
        refusal: { kind: 'failed', reason: 'The user marked the call as failed' },
      },
    ],
  ])('with an unknown outcome is what the person knows: %j', (response, expected) => {
    const recovery = recoveryRequest({ message_id: 'msg_2' });
    const unknown = [...proposing('call_1'), toolStarted(), toolOutcomeUnknown()];
    expect(callIn(folded(...unknown)).status).toBe('unknown');
    const state = folded(...unknown, ...suspension(recovery), ...settlement(recovery, response));
    expect(callIn(state)).toMatchObject(expected);
  });

  it('remembers under which claim it was started', () => {
    const state = folded(...proposing('call_1'), runClaimed({ attempt: 3 }), toolStarted());
    expect(callIn(state)).toMatchObject({ status: 'started', attempt: 1, claim: 3 });
  });

  it('is judged by its own verdict, wherever it stands in the list', () => {
    const verdict = { step: 'x', reason: 'no' };
    const state = folded(
      ...proposing('call_1', 'call_2', 'call_3'),
      batchJudged({
        message_id: 'msg_2',
        verdicts: [
          { ...verdict, tool_call_id: 'call_3', decision: 'denied' },
          { ...verdict, tool_call_id: 'call_1', decision: 'allowed' },
        ],
      }),
    );
    expect(callIn(state, 'call_1').status).toBe('ready');
    expect(callIn(state, 'call_2').status).toBe('proposed');
    expect(callIn(state, 'call_3').refusal).toEqual({ kind: 'denied', reason: 'no' });
  });

  it('keeps the text that the model sent in place of arguments', () => {
    const broken = toolCall({ args: {}, invalid_args: '{"a":' });
    const state = folded(runStarted(), stepCompleted({ role: 'assistant', tool_calls: [broken] }));
    expect(callIn(state)).toMatchObject({ args: {}, invalid_args: '{"a":' });
  });
});

describe('a decision after the settlement', () => {
  it.each(['approve', 'deny', 'modify_args', 'answer'] as const)(
    'changes nothing: %s',
    (action) => {
      const log = sessionLog([
        ...waiting,
        ...settlement(request, undefined, { outcome: 'expired' }),
      ]);
      const late = sessionLog(
        [
          interactionResponse({
            decision: {
              tool_call_id: 'call_1',
              action,
              modified_args: { command: 'rm -rf /' },
              rules: [{ pattern: 'bash(*)', effect: 'allow', scope: 'always' }],
            },
          }),
          interactionResolved(),
        ],
        { after: log },
      );
      const state = fold(log);
      expect(callIn(fold(late, state))).toEqual(callIn(state));
      expect(treeIn(fold(late, state)).unsaved).toEqual([]);
    },
  );
});

describe('clocks', () => {
  const asked = sessionLog(waiting, { stepSeconds: 0 });
  const at = (seconds: number, ...drafts: readonly EventDraft[]) => ({ seconds, drafts });

  function play(...script: readonly { seconds: number; drafts: readonly EventDraft[] }[]) {
    let log = asked;
    for (const { seconds, drafts } of script) {
      log = [...log, ...sessionLog(drafts, { after: log, startSeconds: seconds, stepSeconds: 0 })];
    }
    return fold(log);
  }

  it('run from the request on', () => {
    expect(nextDeadline(play())).toBe(testTime(300));
  });

  const pauseTool = toolPaused();
  const resumeTool = toolResumed();
  const pauseRun = runPaused();
  const resumeRun = runResumed();

  it.each([
    ['gate stopped', [at(100, pauseTool)], null],
    ['gate stopped and resumed', [at(100, pauseTool), at(150, resumeTool)], 350],
    [
      'gate stopped twice, resumed once',
      [at(100, pauseTool), at(120, pauseTool), at(150, resumeTool)],
      350,
    ],
    ['gate resumed twice', [at(100, pauseTool), at(150, resumeTool), at(160, resumeTool)], 350],
    ['gate resumed though it runs', [at(100, resumeTool)], 300],
    ['run stopped', [at(100, pauseRun)], null],
    ['run stopped and resumed', [at(100, pauseRun), at(150, resumeRun)], 350],
    [
      'run stopped twice, resumed once',
      [at(100, pauseRun), at(120, pauseRun), at(150, resumeRun)],
      350,
    ],
    ['run resumed though it runs', [at(100, resumeRun)], 300],
    [
      'gate, then run stopped; run resumed',
      [at(100, pauseTool), at(110, pauseRun), at(150, resumeRun)],
      null,
    ],
    [
      'gate, then run stopped; run, then gate resumed',
      [at(100, pauseTool), at(110, pauseRun), at(150, resumeRun), at(170, resumeTool)],
      370,
    ],
    [
      'gate, then run stopped; gate resumed',
      [at(100, pauseTool), at(110, pauseRun), at(150, resumeTool)],
      null,
    ],
    [
      'gate, then run stopped; gate, then run resumed',
      [at(100, pauseTool), at(110, pauseRun), at(150, resumeTool), at(170, resumeRun)],
      370,
    ],
    [
      'run, then gate stopped; run resumed',
      [at(100, pauseRun), at(110, pauseTool), at(150, resumeRun)],
      null,
    ],
    [
      'run, then gate stopped; run, then gate resumed',
      [at(100, pauseRun), at(110, pauseTool), at(150, resumeRun), at(170, resumeTool)],
      370,
    ],
    [
      'run, then gate stopped; gate, then run resumed',
      [at(100, pauseRun), at(110, pauseTool), at(150, resumeTool), at(170, resumeRun)],
      370,
    ],
    [
      'stopped, resumed and stopped again',
      [at(100, pauseTool), at(150, resumeTool), at(200, pauseRun), at(300, resumeRun)],
      450,
    ],
    ['stopped when it was over already', [at(400, pauseRun), at(500, resumeRun)], 500],
  ])('%s', (_, script, deadline) => {
    const state = play(...script);
    expect(nextDeadline(state)).toBe(deadline === null ? null : testTime(deadline));
    const { remaining_ms: remaining, request: gate } = gateIn(state);
    expect(remaining === undefined).toBe(deadline !== null);
    expect(gate.expires_at).toBe(deadline === null ? undefined : testTime(deadline));
  });

  it('are re-armed to what the log says, where it says it', () => {
    const resumed = toolResumed({ expires_at: testTime(351) });
    expect(nextDeadline(play(at(100, pauseTool), at(150, resumed)))).toBe(testTime(351));
    const whilePaused = [at(100, pauseRun), at(110, pauseTool), at(120, resumed)];
    expect(nextDeadline(play(...whilePaused))).toBeNull();
  });

  it('show on the request whether the gate is stopped, not whether the run is', () => {
    expect(gateIn(play(at(100, pauseTool))).request.paused).toBe(true);
    expect(gateIn(play(at(100, pauseRun))).request.paused).toBeUndefined();
    const both = play(at(100, pauseTool), at(110, pauseRun), at(120, resumeTool));
    expect('paused' in gateIn(both).request).toBe(false);
  });

  it('of a request that comes while its run is paused stand still until it is resumed', () => {
    const late = authorizationRequest({ id: 'int_2', expires_at: testTime(420) });
    const paused = play(at(100, pauseRun), at(120, interactionRequest(late)));
    expect(gateIn(paused, 'int_2')).toMatchObject({ remaining_ms: 300_000 });
    const state = play(at(100, pauseRun), at(120, interactionRequest(late)), at(200, resumeRun));
    expect(gateIn(state, 'int_2').request.expires_at).toBe(testTime(500));
  });

  it('leave alone what never expires', () => {
    const question = inputRequest({ id: 'int_2' });
    const script = [at(10, interactionRequest(question)), at(20, pauseRun), at(30, resumeRun)];
    expect(gateIn(play(...script), 'int_2')).toEqual({
      request: question,
      seq: asked.length + 1,
    });
  });

  it('of the end of time stay within what RFC 3339 can write', () => {
    const never = authorizationRequest({ id: 'int_2', expires_at: '9999-12-31T23:59:59.000Z' });
    const state = play(at(10, interactionRequest(never)), at(20, pauseRun), at(90, resumeRun));
    expect(gateIn(state, 'int_2').request.expires_at).toBe('9999-12-31T23:59:59.999Z');
  });

  it('are compared as instants, not as texts', () => {
    const east = authorizationRequest({ id: 'int_2', expires_at: '2026-01-01T02:04:00+02:00' });
    expect(nextDeadline(play(at(10, interactionRequest(east))))).toBe(testTime(240));
  });

  it('only stop for the tree whose run is paused', () => {
    const other = authorizationRequest({ id: 'int_2', run_id: 'run_2', expires_at: testTime(900) });
    const outside = [runStarted({ external: true }, { run_id: 'run_2' }), ...suspension(other)];
    expect(nextDeadline(play(at(10, ...outside), at(20, pauseRun)))).toBe(testTime(900));
  });
});

describe('nested runs', () => {
  const place = { run_id: 'run_2' };
  const nesting = [
    ...proposing('call_1', 'call_2'),
    toolStarted(),
    runStarted(
      { agent_id: 'reviewer', parent_run_id: 'run_1', parent_tool_call_id: 'call_1' },
      place,
    ),
    stepCompleted(
      { id: 'msg_3', role: 'assistant', tool_calls: [toolCall({ id: 'call_1' })] },
      place,
    ),
  ];
  const inside = authorizationRequest({
    run_id: 'run_2',
    root_run_id: 'run_1',
    message_id: 'msg_3',
    tool_call_id: 'call_1',
  });

  it('have calls of their own, though the ids are equal', () => {
    const state = folded(...nesting, ...suspension(inside));
    expect(callIn(state, 'call_1', 'run_2').status).toBe('waiting');
    expect(callIn(state, 'call_1', 'run_1')).toMatchObject({
      status: 'started',
      nested_run_id: 'run_2',
    });
  });

  it('are answered on their own, though the call of the same id above them waits, too', () => {
    const above = authorizationRequest({ id: 'int_2', message_id: 'msg_2' });
    const state = folded(
      ...nesting,
      ...suspension(above, inside),
      ...settlement(inside, confirmResponse(), { waiting: [above] }),
    );
    expect(callIn(state, 'call_1', 'run_2').status).toBe('ready');
    expect(callIn(state, 'call_1', 'run_1').status).toBe('waiting');
  });

  it('lead back to the root', () => {
    const tree = treeIn(folded(...nesting));
    expect(chainOf(tree, 'run_2').map(({ id }) => id)).toEqual(['run_2', 'run_1']);
  });

  it('are forgotten with everything below them when their call is done', () => {
    const deeper = [
      ...nesting,
      toolStarted({}, place),
      runStarted({ parent_run_id: 'run_2', parent_tool_call_id: 'call_1' }, { run_id: 'run_3' }),
    ];
    expect(Object.keys(treeIn(folded(...deeper)).runs)).toEqual(['run_1', 'run_2', 'run_3']);
    const done = folded(...deeper, toolCompleted());
    expect(Object.keys(treeIn(done).runs)).toEqual(['run_1']);
    expect(callIn(done).status).toBe('done');
    const inner = folded(...deeper, toolCompleted({}, place));
    expect(Object.keys(treeIn(inner).runs)).toEqual(['run_1', 'run_2']);
    const other = folded(...deeper, toolCompleted({ tool_call_id: 'call_2' }));
    expect(Object.keys(treeIn(other).runs)).toEqual(['run_1', 'run_2', 'run_3']);
  });

  it('hand their unsaved rules to the run that asked them', () => {
    const rules = [{ pattern: 'bash(ls)', effect: 'allow', scope: 'always' }] as const;
    const state = folded(
      ...nesting,
      ...suspension(inside),
      ...settlement(inside, responseTo(inside), { decision: { rules: [...rules] } }),
      runAborted({}, place),
      toolCompleted(),
      runAborted(),
    );
    expect(treeIn(state).unsaved).toMatchObject([{ interaction_id: 'int_1', run_id: 'run_1' }]);
    const saved = folded(
      ...nesting,
      ...suspension(inside),
      ...settlement(inside, responseTo(inside), { decision: { rules: [...rules] } }),
      toolCompleted(),
      rulesSaved({}, place),
    );
    expect(treeIn(saved).unsaved).toEqual([]);
  });

  it('end without ending their root', () => {
    const state = folded(...nesting, runCompleted({ response: 'fine' }, place));
    expect(rootOf(treeIn(state)).ended).toBeUndefined();
    expect(treeIn(state).owner).toBe('host:1:a');
    expect(runOf(treeIn(state), 'run_2')).toMatchObject({ ended: 'completed', response: 'fine' });
  });

  it.each([
    ['itself', 'run_1', 'run_1'],
    ['its own descendant', 'run_1', 'run_2'],
    ['one that is there', 'run_2', 'run_1'],
    ['of an unknown parent', 'run_9', 'run_8'],
  ])('cannot be %s: there is no way round in a circle', (_, run_id, parent_run_id) => {
    const log = sessionLog(nesting);
    const circle: RunEvent = {
      ...(log[0] ?? expect.fail('empty')),
      type: 'run_started',
      run_id,
      seq: 99,
      data: { ...runStarted().data, parent_run_id, parent_tool_call_id: 'call_1' },
    };
    const state = evolveRun(fold(log), circle);
    expect(treeIn(state).runs).toEqual(treeIn(fold(log)).runs);
    expect(chainOf(treeIn(state), 'run_2')).toHaveLength(2);
  });
});

describe('ownership', () => {
  it('is taken by a claim, and given up by suspension and end alone', () => {
    const owner = (...drafts: readonly EventDraft[]) => treeIn(folded(...drafts)).owner;
    expect(owner(...proposing('call_1'))).toBe('host:1:a');
    expect(owner(...proposing('call_1'), runPaused())).toBe('host:1:a');
    expect(owner(...waiting)).toBeUndefined();
    expect(owner(runStarted(), runClaimed(), runCompleted())).toBeUndefined();
    expect(owner(runStarted(), runClaimed(), runClaimed({ owner: 'b', attempt: 2 }))).toBe('b');
  });
});
