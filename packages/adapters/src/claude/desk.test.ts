import { approvalOf, denialOf } from '@hitl/client';
import type { InteractionResponse } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { bash, turn } from './claude-code.fixture.ts';
import { createPermissionDesk, type PermissionDesk } from './desk.ts';
import { RECORDED } from './transcript.fixture.ts';

/** Resolves once so many calls wait at the desk. */
function waitingAt(desk: PermissionDesk, count: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = desk.subscribe(() => {
      if (desk.requests().length !== count) return;
      stop();
      resolve();
    });
  });
}

test('prompts of Claude Code are requests, and answers of all five kinds reach it', async () => {
  const desk = createPermissionDesk({ sessionId: 's1' });
  const waiting = waitingAt(desk, 5);
  const done = turn(RECORDED, { canUseTool: desk.canUseTool });
  await waiting;
  const [edited, approved, denied, question, answered] = desk.requests();
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
  desk.respond({ ...approvalOf(answered!), action: 'answer', text: 'There is no such file.' });
  desk.respond({
    request_id: 'toolu_4',
    type: 'combined',
    responses: [
      { request_id: 'question_1', type: 'select', selected_values: [], other: 'Green, but dark' },
      { request_id: 'question_2', type: 'select', selected_values: ['S', 'L'] },
    ],
  });
  desk.respond(denialOf(denied!, 'keep it'));
  desk.respond(approvalOf(approved!));
  const modified_args = { command: 'echo edited >> log.txt', description: 'Writes' };
  desk.respond(approvalOf(edited!, { action: 'modify_args', modified_args }));
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
  expect(desk.requests()).toEqual([]);
});

test('a question of Claude is a choice, and a declined one is reported as declined', async () => {
  const desk = createPermissionDesk({ sessionId: 's1' });
  const [question] = RECORDED[3]!.request.input.questions!;
  const ask = (id: string) => ({
    request: { tool_name: 'AskUserQuestion', tool_use_id: id, input: { questions: [question] } },
  });
  const waiting = waitingAt(desk, 2);
  const done = turn([ask('q1'), ask('q2')], { canUseTool: desk.canUseTool });
  await waiting;
  expect(desk.requests()[0]).toMatchObject({ type: 'select', title: 'Which colour?' });
  desk.respond({ request_id: 'q1', type: 'select', selected_values: ['Blue'] });
  desk.respond({ request_id: 'q2', type: 'select', action: 'deny', note: 'ask Ann' });
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
  const desk = createPermissionDesk({ sessionId: 's1' });
  const waiting = waitingAt(desk, 1);
  const done = turn([{ request: bash('b1', 'ls') }], { canUseTool: desk.canUseTool });
  await waiting;
  const [request] = desk.requests();
  const refused = (response: InteractionResponse, code: string) =>
    expect(() => desk.respond(response)).toThrow(expect.objectContaining({ code }));
  refused(approvalOf(request!, { remember: { scope: 'always' } }), 'unsupported_answer');
  refused({ request_id: 'b1', type: 'confirm', action: 'pause' }, 'unsupported_answer');
  refused({ ...approvalOf(request!), request_id: 'other' }, 'unknown_request');
  expect(desk.requests()).toEqual([request]);
  desk.respond({ request_id: 'b1', type: 'confirm', action: 'abort_run' });
  expect((await done).answers.get('b1')).toMatchObject({ behavior: 'deny', interrupt: true });
  refused(approvalOf(request!), 'unknown_request');
});

test('a call that needs approval twice is one request, and ends with its query unanswered', async () => {
  const desk = createPermissionDesk({ sessionId: 's1' });
  const waiting = waitingAt(desk, 1);
  const abortController = new AbortController();
  const call = { request: bash('b1', 'ls', { agent_id: 'sub-1' }), twice: true };
  const done = turn([call], { canUseTool: desk.canUseTool, abortController });
  await waiting;
  expect(desk.requests()).toMatchObject([{ id: 'b1', agent_path: ['sub-1'] }]);
  const emptied = waitingAt(desk, 0);
  abortController.abort();
  await emptied;
  await expect(done).rejects.toThrow(/abort/i);
});
