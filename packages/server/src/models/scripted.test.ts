import { expect, test } from 'vitest';
import type { ModelMessage, ModelRequest } from '../agents/model.ts';
import { createScriptedModel, type ScriptedTurn } from './scripted.ts';
import { collect, modelRequest, textIn } from './testing.ts';

function play(turns: readonly ScriptedTurn[], request: Partial<ModelRequest> = {}) {
  return collect(createScriptedModel({ name: 'script', turns }).generate(modelRequest(request)));
}

const result = (id: string, content: string): ModelMessage => ({
  role: 'tool',
  toolCallId: id,
  name: 'bash',
  content,
  isSuccess: true,
});

test('plays the turn that the runner counts, and ends after the last', async () => {
  const turns = [{ text: 'one' }, { text: 'two' }];
  expect(textIn(await play(turns, { turn: 0 }))).toBe('one');
  expect(textIn(await play(turns, { turn: 1 }))).toBe('two');
  expect(textIn(await play(turns, { turn: 2 }))).toBe('(end of script)');
  expect(textIn(await play(turns, { turn: 99 }))).toBe('(end of script)');
});

test('says its text before it calls tools', async () => {
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

test('puts the content of a call in its place', async () => {
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

test('fails as its script says', async () => {
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
