import type { InteractionPart, InteractionRequest } from '@hitl/protocol';
import {
  combinedRequest,
  confirmRequest,
  inputRequest,
  selectRequest,
} from '@hitl/protocol/testing';
import { describe, expect, test } from 'vitest';
import { responseOf, stepKey, stepsOf, type Answer } from './steps.ts';

async function read(request: InteractionRequest, text: string) {
  const [step] = await stepsOf(request);
  if (step === undefined) throw new Error('nothing is asked');
  return step.read(text);
}

const options = [
  { value: 'red', label: 'Red' },
  { value: '2', label: 'Number two' },
  { value: 'a, b', label: 'Both' },
];

describe('a text', () => {
  const question = inputRequest({ purpose: 'question', required: false });

  test.each(['Blue', ' inner  blanks stay ', 'two\nlines', '漢字 ‮ 🙂', ''])(
    '%j is kept as the answer',
    async (text) => {
      expect(await read(question, text)).toEqual({ ok: true, answer: { text } });
    },
  );

  test('must satisfy the constraints of the question', async () => {
    const number = inputRequest({ purpose: 'question', input_type: 'number', max_length: 3 });
    expect(await read(number, '12')).toMatchObject({ ok: true });
    expect(await read(number, 'twelve')).toMatchObject({ ok: false });
    expect(await read(number, '')).toEqual({ ok: false, why: 'The answer must not be empty.' });
  });
});

describe('a choice', () => {
  const one = selectRequest({ purpose: 'question', options, multiple: false });
  const many = selectRequest({ purpose: 'question', options, multiple: true, allow_other: true });

  test.each<[string, Answer]>([
    ['red', { selected_values: ['red'] }],
    [' red\n', { selected_values: ['red'] }],
    ['1', { selected_values: ['red'] }],
    // Values take precedence over numbers.
    ['2', { selected_values: ['2'] }],
    ['3', { selected_values: ['a, b'] }],
    ['a, b', { selected_values: ['a, b'] }],
  ])('%j of one', async (text, answer) => {
    expect(await read(one, text)).toEqual({ ok: true, answer });
  });

  test.each(['blue', '0', '4', '1, 2', '-1', '1.0'])('rejects %j', async (text) => {
    expect(await read(one, text)).toMatchObject({ ok: false });
  });

  test.each<[string, Answer]>([
    ['1, 2', { selected_values: ['red', '2'] }],
    ['red\n3\n', { selected_values: ['red', 'a, b'] }],
    ['red, something else', { selected_values: ['red'], other: 'something else' }],
  ])('%j of several', async (text, answer) => {
    expect(await read(many, text)).toEqual({ ok: true, answer });
  });

  test('rejects the same value twice', async () => {
    expect(await read(many, 'red, 1')).toMatchObject({ ok: false });
  });
});

describe('a yes or no', () => {
  test.each([
    ['yes', true],
    ['Y', true],
    [' no ', false],
    ['n\n', false],
  ])('%j', async (text, confirmed) => {
    const request = confirmRequest({ purpose: 'question' });
    expect(await read(request, text)).toEqual({ ok: true, answer: { confirmed } });
  });

  test.each(['', 'ja', 'true', '1', 'yes no'])('rejects %j', async (text) => {
    expect(await read(confirmRequest(), text)).toMatchObject({ ok: false });
  });

  test('about a call is bound to the shown arguments, and remembered for this call only', () => {
    const request = confirmRequest({ purpose: 'authorization', args_digest: 'd1' });
    const answer = (confirmed: boolean) =>
      responseOf(request, new Map([[stepKey([]), { confirmed }]]));
    expect(answer(true)).toEqual({
      request_id: request.id,
      type: 'confirm',
      confirmed: true,
      args_digest: 'd1',
      remember: { scope: 'once' },
    });
    expect(answer(false)).not.toHaveProperty('remember');
  });
});

test('asks the parts of a combined request one by one, at any depth, and assembles the answers', async () => {
  const inner: InteractionPart = {
    id: 'more',
    type: 'combined',
    title: 'More',
    required: true,
    interactions: [
      {
        id: 'name',
        type: 'input',
        title: 'Name?',
        required: true,
        multiline: false,
        input_type: 'text',
        sensitive: true,
      },
    ],
  };
  const request = combinedRequest({
    purpose: 'question',
    interactions: [{ id: 'name', type: 'confirm', title: 'Sure?', required: true }, inner],
  });
  const steps = await stepsOf(request);
  expect(steps.map(({ prompt, path, sensitive }) => [prompt, path, sensitive])).toEqual([
    ['Before the release\n\n(1 of 2) Sure?', ['name'], false],
    ['Before the release\nMore\n\n(2 of 2) Name?', ['more', 'name'], true],
  ]);
  expect(new Set(steps.map(({ requestId }) => requestId)).size).toBe(2);
  expect(await stepsOf(request)).toMatchObject(steps.map(({ requestId }) => ({ requestId })));
  const answers = new Map<string, Answer>([
    [stepKey(['name']), { confirmed: true }],
    [stepKey(['more', 'name']), { text: 'Ada' }],
  ]);
  expect(responseOf(request, answers)).toEqual({
    request_id: request.id,
    type: 'combined',
    responses: [
      { request_id: 'name', type: 'confirm', confirmed: true },
      {
        request_id: 'more',
        type: 'combined',
        responses: [{ request_id: 'name', type: 'input', text: 'Ada' }],
      },
    ],
  });
});

test.each<[string, Answer]>([
  ['retry', { selected_values: ['retry'] }],
  ['mark_done\nall of it', { selected_values: ['mark_done'], text: 'all of it' }],
  ['mark_failed no such host', { selected_values: ['mark_failed'], text: 'no such host' }],
])('%j reports the outcome of a call', async (text, answer) => {
  const request = selectRequest({ purpose: 'recovery' });
  expect(await read(request, text)).toEqual({ ok: true, answer });
  expect(responseOf(request, new Map([[stepKey([]), answer]]))).toMatchObject(answer);
});

test.each(['', 'retry please', 'done', 'Retry'])('%j does not decide a call', async (text) => {
  expect(await read(selectRequest({ purpose: 'recovery' }), text)).toMatchObject({ ok: false });
});

test('shows every character of what would run', async () => {
  const request = confirmRequest({
    purpose: 'authorization',
    tool_name: 'bash',
    tool_args: { command: `echo safe\u202e; rm -rf ~\u200b\n${'x'.repeat(10_000)}` },
  });
  const [step] = await stepsOf(request);
  expect(step?.prompt).toContain('x'.repeat(10_000));
  expect(step?.prompt).not.toMatch(/[\u202e\u200b\u001b]/);
});
