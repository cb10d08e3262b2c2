import { describe, expect, it } from 'vitest';
import {
  batchJudged,
  confirmResponse,
  inputRequest,
  inputResponse,
  interactionResolved,
  interactionResponse,
  recoveryRequest,
  runClaimed,
  runStarted,
  selectResponse,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  toolCall,
  toolOutcomeUnknown,
  toolStarted,
} from '../testing.ts';
import type { EventDraft } from './event.ts';
import {
  fold,
  folded,
  treeIn,
  callIn,
  gateIn,
  request,
  proposing,
  waiting,
} from './evolve-run.fixture.ts';

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

  it('with a result supplied by a person keeps it and does not run', () => {
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

  it('with a question is ready once answered, and refused when declined or late', () => {
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

  it('finds its answers again by their key', () => {
    const question = inputRequest({ message_id: 'msg_2', metadata: { ask_key: 'name' } });
    const state = folded(
      ...proposing('call_1'),
      ...suspension(question),
      ...settlement(question, inputResponse()),
    );
    expect(callIn(state).answers).toEqual([{ key: 'name', response: inputResponse() }]);
  });

  it('with a second request while it runs keeps its answer and its approval', () => {
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

  it('with two pending questions waits for both, and a refusal is final', () => {
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
  ])('with an unknown outcome becomes what the person reports: %j', (response, expected) => {
    const recovery = recoveryRequest({ message_id: 'msg_2' });
    const unknown = [...proposing('call_1'), toolStarted(), toolOutcomeUnknown()];
    expect(callIn(folded(...unknown)).status).toBe('unknown');
    const state = folded(...unknown, ...suspension(recovery), ...settlement(recovery, response));
    expect(callIn(state)).toMatchObject(expected);
  });

  it('records the claim under which it was started', () => {
    const state = folded(...proposing('call_1'), runClaimed({ attempt: 3 }), toolStarted());
    expect(callIn(state)).toMatchObject({ status: 'started', attempt: 1, claim: 3 });
  });

  it('gets its own verdict, wherever that is in the list', () => {
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

  it('keeps the text that the model sent instead of arguments', () => {
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
