import { approvalOf, denialOf } from '@hitl/client';
import type { InteractionResponse } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { bash, turn } from './claude-code.fixture.ts';
import { pendingIn } from '../base/pending-in.fixture.ts';
import { createPermissionRequestStore } from './permission-request-store.ts';
import { RECORDED } from './transcript.fixture.ts';

test('prompts of Claude Code are requests, and answers of all five kinds reach it', async () => {
  const store = createPermissionRequestStore({ sessionId: 's1' });
  const waiting = pendingIn(store, 5);
  const done = turn(RECORDED, { canUseTool: store.canUseTool });
  await waiting;
  const [edited, approved, denied, question, answered] = store.getSnapshot();
  expect(edited).toMatchObject({
    id: 'toolu_1',
    purpose: 'authorization',
    session_id: 's1',
    tool_name: 'Bash',
    tool_args: { command: 'echo one >> log.txt', description: 'Writes' },
    description: 'Writes',
    allowed_actions: ['approve', 'deny', 'modify_args', 'answer', 'abort_run'],
    metadata: { rememberable: false },
  });
  expect(question).toMatchObject({
    id: 'toolu_4',
    purpose: 'question',
    type: 'combined',
    interactions: [
      {
        type: 'select',
        title: 'Which colour?',
        description: 'Colour',
        multiple: false,
        allow_other: true,
        options: [
          { value: 'Red', label: 'Red', description: 'warm' },
          { value: 'Blue', label: 'Blue', description: 'cold' },
        ],
      },
      { type: 'select', title: 'Which sizes?', multiple: true },
    ],
  });
  store.respond({ ...approvalOf(answered!), action: 'answer', text: 'There is no such file.' });
  store.respond({
    request_id: 'toolu_4',
    type: 'combined',
    responses: [
      { request_id: 'question_1', type: 'select', selected_values: [], other: 'Green, but dark' },
      { request_id: 'question_2', type: 'select', selected_values: ['S', 'L'] },
    ],
  });
  store.respond(denialOf(denied!, 'keep it'));
  store.respond(approvalOf(approved!));
  const modified_args = { command: 'echo edited >> log.txt', description: 'Writes' };
  store.respond(approvalOf(edited!, { action: 'modify_args', modified_args }));
  const { answers } = await done;
  const input = (index: number) => RECORDED[index]?.request.input;
  expect(Object.fromEntries(answers)).toEqual({
    toolu_1: { behavior: 'allow', updatedInput: modified_args },
    toolu_2: { behavior: 'allow', updatedInput: input(1) },
    toolu_3: { behavior: 'deny', message: 'keep it' },
    toolu_4: {
      behavior: 'allow',
      updatedInput: {
        ...input(3),
        answers: { 'Which colour?': 'Green, but dark', 'Which sizes?': 'S, L' },
      },
    },
    toolu_5: { behavior: 'deny', message: 'There is no such file.' },
  });
  expect(store.getSnapshot()).toEqual([]);
});

test('a question of Claude is a choice, and a declined one is reported as declined', async () => {
  const store = createPermissionRequestStore({ sessionId: 's1' });
  const [question] = RECORDED[3]!.request.input.questions!;
  const ask = (id: string) => ({
    request: { tool_name: 'AskUserQuestion', tool_use_id: id, input: { questions: [question] } },
  });
  const waiting = pendingIn(store, 2);
  const done = turn([ask('q1'), ask('q2')], { canUseTool: store.canUseTool });
  await waiting;
  expect(store.getSnapshot()[0]).toMatchObject({ type: 'select', title: 'Which colour?' });
  store.respond({ request_id: 'q1', type: 'select', selected_values: ['Blue'] });
  store.respond({ request_id: 'q2', type: 'select', action: 'deny', note: 'ask Ann' });
  const { answers } = await done;
  expect(answers.get('q1')).toMatchObject({
    updatedInput: { answers: { 'Which colour?': 'Blue' } },
  });
  expect(answers.get('q2')).toEqual({
    behavior: 'deny',
    message: 'User declined to answer: ask Ann',
  });
});

test('an unsupported answer is refused, and the call stays pending', async () => {
  const store = createPermissionRequestStore({ sessionId: 's1' });
  const waiting = pendingIn(store, 1);
  const done = turn([{ request: bash('b1', 'ls') }], { canUseTool: store.canUseTool });
  await waiting;
  const [request] = store.getSnapshot();
  const refused = (response: InteractionResponse, code: string) =>
    expect(() => store.respond(response)).toThrow(expect.objectContaining({ code }));
  refused(approvalOf(request!, { remember: { scope: 'always' } }), 'unsupported_answer');
  refused({ request_id: 'b1', type: 'confirm', action: 'pause' }, 'unsupported_answer');
  refused({ ...approvalOf(request!), request_id: 'other' }, 'unknown_request');
  expect(store.getSnapshot()).toEqual([request]);
  store.respond({ request_id: 'b1', type: 'confirm', action: 'abort_run' });
  expect((await done).answers.get('b1')).toMatchObject({ behavior: 'deny', interrupt: true });
  refused(approvalOf(request!), 'unknown_request');
});

test('a call that needs approval twice is one request, and ends with its query unanswered', async () => {
  const store = createPermissionRequestStore({ sessionId: 's1' });
  const waiting = pendingIn(store, 1);
  const abortController = new AbortController();
  const call = { request: bash('b1', 'ls', { agent_id: 'sub-1' }), twice: true };
  const done = turn([call], { canUseTool: store.canUseTool, abortController });
  await waiting;
  expect(store.getSnapshot()).toMatchObject([{ id: 'b1', agent_path: ['sub-1'] }]);
  const emptied = pendingIn(store, 0);
  abortController.abort();
  await emptied;
  await expect(done).rejects.toThrow(/abort/i);
});
