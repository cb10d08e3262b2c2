import type { CallVerdict, EventDraft, ToolResult } from '@hitl/protocol';
import {
  authorizationRequest,
  batchJudged,
  confirmResponse,
  inputRequest,
  interactionRequest,
  interactionResolved,
  runAborted,
  runStarted,
  selectRequest,
  selectResponse,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  testTime,
  toolAuthDenied,
  toolCall,
  toolCompleted,
  toolResult,
  toolStarted,
} from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { createSessionStore } from '../stores/session-store.ts';
import { createFakeClient } from '../testing/fake-client.ts';
import { settled } from '../testing/settled.fixture.ts';
import { createCallLog, toolCallView, type ToolCallView } from './index.ts';

const proposed = [
  runStarted(),
  stepCompleted({ id: 'msg_1', role: 'assistant', content: '', tool_calls: [toolCall()] }),
];
const request = authorizationRequest({ message_id: 'msg_1' });
const asked = [...proposed, batchJudged(), ...suspension(request)];

const judged = (verdict: Omit<CallVerdict, 'tool_call_id'>): EventDraft =>
  batchJudged({ verdicts: [{ tool_call_id: 'call_1', ...verdict }] });

/** The result of a call that did not run, as written by the server. */
const unrun = (error: string): Partial<ToolResult> => ({
  content: error,
  output: null,
  error,
  is_success: false,
  start_time: testTime(9),
  end_time: testTime(9),
  duration: 0,
});

function viewOf(drafts: readonly EventDraft[], callId = 'call_1', runId = 'run_1'): ToolCallView {
  const log = createCallLog();
  for (const event of sessionLog(drafts)) log.add(event);
  const record = log.current().get(runId, callId);
  if (record === undefined) throw new Error('the log has no such call');
  return toolCallView(record);
}

test('an allowed call names who allowed it, for how long and the saved rules', () => {
  const answer = confirmResponse({
    note: 'Fine',
    remember: { scope: 'always', patterns: ['bash(npm run lint:*)'] },
  });
  const rules = [
    { pattern: 'bash(npm run lint:*)', effect: 'allow' as const, scope: 'always' as const },
  ];
  const view = viewOf([
    ...asked,
    ...settlement(request, answer, { decision: { rules } }),
    toolStarted(),
    toolCompleted({ duration: 1.2 }),
  ]);
  expect(view).toMatchObject({
    state: 'ran',
    settled: true,
    decider: { kind: 'person', name: 'ada' },
    scope: 'always',
    rules,
    note: 'Fine',
    duration: 1.2,
    output: 'no problems',
    problem: undefined,
    proposedArgs: undefined,
  });
  expect(view.decidedAt).toBe(testTime(7));
});

test('goes from proposed through waiting, ready and running to ran', () => {
  const steps: [readonly EventDraft[], string][] = [
    [proposed, 'proposed'],
    [asked, 'waiting'],
    [[...asked, ...settlement(request, confirmResponse())], 'ready'],
    [[...asked, ...settlement(request, confirmResponse()), toolStarted()], 'running'],
  ];
  for (const [drafts, state] of steps) expect(viewOf(drafts).state).toBe(state);
});

test('an edited call has the arguments that ran and the proposed ones', () => {
  const args = { command: 'npm run lint -- --fix' };
  const view = viewOf([
    ...asked,
    ...settlement(request, confirmResponse({ action: 'modify_args', modified_args: args })),
    toolStarted({ args }),
    toolCompleted(),
  ]);
  expect(view).toMatchObject({ args, proposedArgs: toolCall().args, state: 'ran' });
});

test('a denial keeps its reason, and the call did not run', () => {
  const answer = confirmResponse({ confirmed: false, action: 'deny', note: 'Not on Fridays' });
  const view = viewOf([
    ...asked,
    ...settlement(request, answer),
    toolCompleted(unrun('Permission denied: User denied consent: Not on Fridays')),
  ]);
  expect(view).toMatchObject({
    state: 'denied',
    note: 'Not on Fridays',
    decider: { kind: 'person', name: 'ada' },
    output: undefined,
    duration: undefined,
  });
});

test('a call decided without a person names the rule or the policy', () => {
  const byRule = { step: 'allow_rule', reason: 'A rule allows it', rule: 'bash(npm run lint:*)' };
  expect(
    viewOf([
      ...proposed,
      judged({ decision: 'allowed', ...byRule }),
      toolStarted(),
      toolCompleted(),
    ]),
  ).toMatchObject({ state: 'ran', decider: { kind: 'rule', rule: 'bash(npm run lint:*)' } });
  const denied = { step: 'policy_deny', reason: 'Matched deny pattern' };
  expect(
    viewOf([...proposed, judged({ decision: 'denied', ...denied }), toolCompleted(unrun('no'))]),
  ).toMatchObject({
    state: 'denied',
    decider: { kind: 'policy', step: 'policy_deny', reason: 'Matched deny pattern' },
    problem: 'Matched deny pattern',
  });
});

test('a rule that stopped an allowed call right before it ran is its decider', () => {
  const stopped = { step: 'deny_rule', rule: 'bash(npm:*)', reason: 'A rule denies it' };
  const view = viewOf([
    ...asked,
    ...settlement(request, confirmResponse()),
    toolAuthDenied(stopped),
    toolCompleted(unrun('Permission denied')),
  ]);
  expect(view).toMatchObject({ state: 'denied', decider: { kind: 'rule', rule: 'bash(npm:*)' } });
});

test('an expired request has no decider', () => {
  const view = viewOf([
    ...asked,
    ...settlement(request, undefined, { outcome: 'expired' }),
    toolCompleted(unrun('Permission denied: timed out')),
  ]);
  expect(view).toMatchObject({ state: 'expired', decider: undefined });
});

test('a question is answered, and its answer is kept', () => {
  const question = selectRequest({ message_id: 'msg_1' });
  const answer = selectResponse();
  const view = viewOf([
    ...proposed,
    judged({ decision: 'needs_auth', step: 'question', reason: 'The agent asks a question' }),
    interactionRequest(question),
    ...settlement(question, answer),
    toolStarted(),
    toolCompleted(),
  ]);
  expect(view).toMatchObject({ state: 'answered', isQuestion: true });
  expect(view.answers.map(({ response }) => response)).toEqual([answer]);
});

test('a tool that asks while it runs has run, and has the answers', () => {
  const question = inputRequest({ id: 'int_2', message_id: 'msg_1' });
  const view = viewOf([
    ...asked,
    ...settlement(request, confirmResponse(), { resolvedBy: 'grace' }),
    toolStarted(),
    ...suspension(question),
    ...settlement(question, { request_id: 'int_2', type: 'input', text: 'Ada' }),
    toolStarted({ attempt: 2 }),
    toolCompleted(),
  ]);
  expect(view).toMatchObject({
    state: 'ran',
    isQuestion: false,
    decider: { kind: 'person', name: 'grace' },
  });
  expect(view.answers.map(({ response }) => response?.text)).toEqual(['Ada']);
});

test('a call with a second request has the outcome of the newer one', () => {
  const again = { ...request, id: 'int_2' };
  const view = viewOf([
    ...asked,
    interactionRequest(again),
    interactionResolved({ outcome: 'superseded', superseded_by: 'int_2' }),
    ...settlement(again, confirmResponse({ request_id: 'int_2' }), { resolvedBy: 'grace' }),
    toolStarted(),
    toolCompleted(),
  ]);
  expect(view).toMatchObject({ state: 'ran', decider: { kind: 'person', name: 'grace' } });
});

test('a stopped run cancels its calls, which name who stopped it', () => {
  const running = viewOf([
    ...asked,
    ...settlement(request, confirmResponse()),
    toolStarted(),
    toolCompleted(unrun('Tool execution was cancelled')),
    runAborted({ by: 'grace' }),
  ]);
  expect(running.state).toBe('cancelled');
  const waiting = viewOf([
    ...asked,
    ...settlement(request, undefined, { outcome: 'cancelled', resolvedBy: 'grace' }),
    toolCompleted(unrun('Permission denied: Run aborted')),
    runAborted({ by: 'grace' }),
  ]);
  expect(waiting).toMatchObject({
    state: 'cancelled',
    decider: { kind: 'person', name: 'grace' },
  });
});

test('a tool that failed stays failed even if its run is stopped afterwards', () => {
  const view = viewOf([
    ...asked,
    ...settlement(request, confirmResponse()),
    toolStarted(),
    toolCompleted({ is_success: false, error: 'exit code 1', output: null, content: 'oh no' }),
    runAborted(),
  ]);
  expect(view).toMatchObject({ state: 'failed', problem: 'exit code 1', output: 'oh no' });
});

test('a call of a nested agent names the agents above it, and the call that started it names the agent', () => {
  const place = { run_id: 'run_2' };
  const drafts = [
    ...proposed,
    judged({ decision: 'allowed', step: 'default_policy', reason: 'Allowed' }),
    toolStarted(),
    runStarted(
      { agent_id: 'reviewer', parent_run_id: 'run_1', parent_tool_call_id: 'call_1' },
      place,
    ),
    stepCompleted(
      { id: 'msg_2', role: 'assistant', content: '', tool_calls: [toolCall({ id: 'call_2' })] },
      place,
    ),
  ];
  expect(viewOf(drafts)).toMatchObject({ nestedAgent: 'reviewer', agentPath: ['assistant'] });
  expect(viewOf(drafts, 'call_2', 'run_2').agentPath).toEqual(['assistant', 'reviewer']);
});

test('a session store with a call log has the records, also after a reload', async () => {
  const log = sessionLog([
    ...asked,
    ...settlement(request, confirmResponse()),
    toolStarted(),
    toolCompleted(),
  ]);
  const client = createFakeClient();
  client.emit(...log);
  const store = createSessionStore(client, 'ses_1', { calls: createCallLog() });
  store.subscribe(() => {});
  await settled();
  const record = store.getSnapshot().calls?.get('run_1', 'call_1');
  expect(record?.result).toEqual(toolResult());
  expect(record?.asked.map(({ by }) => by)).toEqual(['ada']);
  expect(store.getSnapshot().calls, 'the same until something changes').toBe(
    store.getSnapshot().calls,
  );
});

test('a store without a call log has none', () => {
  expect(createSessionStore(createFakeClient(), 'ses_1').getSnapshot().calls).toBeUndefined();
});
