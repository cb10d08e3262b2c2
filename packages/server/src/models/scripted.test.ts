import { describe, expect, test } from 'vitest';
import type { ModelMessage, ModelRequest } from '../agents/model.ts';
import { createScriptedModel, type ScriptedStep } from './scripted.ts';
import { collect, modelRequest, textIn } from './model-request.fixture.ts';

function play(turns: readonly ScriptedStep[], request: Partial<ModelRequest> = {}) {
  return collect(createScriptedModel({ name: 'script', turns }).generate(modelRequest(request)));
}

const result = (id: string, content: string, isSuccess = true): ModelMessage => ({
  role: 'tool',
  toolCallId: id,
  name: 'bash',
  content,
  isSuccess,
});

test('plays the turn that the runner counts, and ends after the last', async () => {
  const turns = [{ text: 'one' }, { text: 'two' }];
  expect(textIn(await play(turns, { turn: 0 }))).toBe('one');
  expect(textIn(await play(turns, { turn: 1 }))).toBe('two');
  expect(textIn(await play(turns, { turn: 2 }))).toBe('(end of script)');
  expect(textIn(await play(turns, { turn: 99 }))).toBe('(end of script)');
});

test('sends its text before it calls tools', async () => {
  const toolCalls = [
    { id: 'c1', name: 'bash', args: { command: 'npm run lint' } },
    { name: 'file_read', args: '{"path":' },
    { id: 'c1', name: 'ask_human' },
  ];
  expect(await play([{ text: 'Let me see', toolCalls }])).toEqual([
    { type: 'text', text: 'Let me see' },
    { type: 'tool_call', id: 'c1', name: 'bash', arguments: '{"command":"npm run lint"}' },
    { type: 'tool_call', id: '', name: 'file_read', arguments: '{"path":' },
    { type: 'tool_call', id: 'c1', name: 'ask_human', arguments: '{}' },
  ]);
});

test('replaces placeholders by the content of calls', async () => {
  const messages = [result('c1', 'old'), result('c2', '$& {{c1}}'), result('c1', 'new')];
  const text = 'First {{c1}}, then {{ c2 }}, never {{c3}} or { }.';
  expect(textIn(await play([{ text }], { messages }))).toBe(
    'First new, then $& {{c1}}, never {{c3}} or { }.',
  );
});

test('streams its text in small pieces that keep characters whole', async () => {
  const text = 'The quick brown 🦊 jumps over the lazy 🐶.\n\n'.repeat(3);
  const chunks = await play([{ text }]);
  expect(textIn(chunks)).toBe(text);
  expect(chunks.length).toBeGreaterThan(5);
  for (const chunk of chunks) expect(JSON.stringify(chunk)).not.toMatch(/\\ud[89a-f]/);
  expect((await play([{ text: 'x'.repeat(1_000_000) }])).length).toBeLessThanOrEqual(100);
});

test('fails with the error of its script', async () => {
  await expect(play([{ error: 'overloaded', text: 'never said' }])).rejects.toThrow('overloaded');
});

test('waits before it answers', async () => {
  const turns = [{ delayMs: 50, text: 'late' }, { text: 'at once' }];
  const answers: string[] = [];
  await Promise.all(
    [0, 1].map(async (turn) => void answers.push(textIn(await play(turns, { turn })))),
  );
  expect(answers).toEqual(['at once', 'late']);
});

test('stops waiting when it is aborted', async () => {
  const controller = new AbortController();
  const work = play([{ delayMs: 2 ** 40, text: 'late' }], { signal: controller.signal });
  const reason = new Error('aborted');
  controller.abort(reason);
  await expect(work).rejects.toBe(reason);
  await expect(play([{ text: 'late' }], { signal: controller.signal })).rejects.toBe(reason);
});

describe('a turn with several variants', () => {
  const turns = [
    [
      { when: { c1: 'denied' as const }, text: 'Left alone.' },
      { when: { c1: { contains: 'fail 1' } }, text: 'One test fails.' },
      { when: { c1: 'succeeded' as const, c2: 'succeeded' as const }, text: 'Both went well.' },
      { when: { c1: 'failed' as const }, text: 'That broke.' },
      { text: 'Something else.' },
    ],
  ];
  const failed = (content: string) => result('c1', content, false);

  test.each([
    ['denied', [failed('Tool execution denied: Matched deny pattern. Please …')], 'Left alone.'],
    ['declined', [failed('User declined to answer')], 'Left alone.'],
    ['not answered in time', [failed('User did not answer in time')], 'Left alone.'],
    ['one with a text in it', [failed('pass 2\nfail 1\n')], 'One test fails.'],
    ['failed', [failed('Tool execution failed: exit 1')], 'That broke.'],
    ['all succeeded', [result('c1', ''), result('c2', '')], 'Both went well.'],
    ['one is missing', [result('c1', '')], 'Something else.'],
    [
      'the newest counts',
      [failed('exit 1'), result('c1', ''), result('c2', '')],
      'Both went well.',
    ],
  ])('chooses by results: %s', async (_, messages, text) => {
    expect(textIn(await play(turns, { messages }))).toBe(text);
  });

  test('ends the script if none matches', async () => {
    const step = [[{ when: { c9: 'failed' as const }, text: 'never' }]];
    expect(textIn(await play(step))).toBe('(end of script)');
  });
});

describe('a script with replies', () => {
  const turns = [{ text: 'one' }, { text: 'two' }];
  const replies = [
    { when: ['again', 'retry'], turns: [{ text: 'once more' }, { text: 'and done' }] },
    { turns: [{ text: 'I can only do that.' }] },
  ];
  const says = async (messages: readonly ModelMessage[]) => {
    const model = createScriptedModel({ name: 'script', turns, replies });
    return textIn(await collect(model.generate(modelRequest({ messages, turn: 7 }))));
  };
  const user = (content: string): ModelMessage => ({ role: 'user', content });
  const said: ModelMessage = { role: 'assistant', content: 'x', toolCalls: [] };

  test('plays its turns for the first message, counted from it', async () => {
    expect(await says([user('go')])).toBe('one');
    expect(await says([user('go'), said, result('c1', '')])).toBe('two');
    expect(await says([user('go'), said, said])).toBe('(end of script)');
  });

  test('answers a later message with the first matching reply', async () => {
    expect(await says([user('go'), said, user('Please RETRY it')])).toBe('once more');
    expect(await says([user('go'), said, user('again'), said])).toBe('and done');
    expect(await says([user('go'), user('What else?')])).toBe('I can only do that.');
    expect(await says([user('go'), said, user('again'), said, said])).toBe('(end of script)');
  });
});

describe('results of calls in words', () => {
  const fill = async (text: string, content: string) =>
    textIn(await play([{ text }], { messages: [result('q', content)] }));

  test.each([
    ['a text', 'Keep it short', 'Keep it short'],
    ['a choice', '{"selected_values":["1.1.0"]}', '1.1.0'],
    ['a choice of one’s own', '{"other":"2.0.0-rc.1","selected_values":[]}', '2.0.0-rc.1'],
    ['several', '{"other":"us","selected_values":["press","partners"]}', 'press, partners, us'],
    ['a yes', '{"confirmed":true}', 'yes'],
    ['a no', '{"confirmed":false}', 'no'],
  ])('describes an answer in words: %s', async (_, content, words) => {
    expect(await fill('You said: {{q.answer}}.', content)).toBe(`You said: ${words}.`);
  });

  test('describes one part of a form', async () => {
    const content = JSON.stringify({
      responses: [
        { request_id: 'headline', text: 'Carts' },
        { request_id: 'publish', confirmed: false },
      ],
    });
    expect(await fill('{{q.answer.headline}}, {{ q.answer.publish }}', content)).toBe('Carts, no');
    expect(await fill('{{q.answer}} {{q.answer.gone}}', content)).toBe(
      'Carts, no {{q.answer.gone}}',
    );
  });

  test('includes the reason that a person gave for a denial', async () => {
    const denied = (reason: string) =>
      `Tool execution denied: ${reason} Please ask the user for permission or use a different approach.`;
    expect(await fill('“{{q.note}}”', denied('User denied consent: use it: now.'))).toBe(
      '“use it: now”',
    );
    expect(await fill('“{{q.note}}”', denied('User denied consent.'))).toBe('“”');
    expect(await fill('“{{q.note}}”', 'User declined to answer: Not now.')).toBe('“Not now”');
  });
});
