import type { ToolResult } from '@hitl/protocol';
import type { CallState } from '@hitl/protocol/fold';
import { expect, test } from 'vitest';
import { handleOf } from '../vault/redact.ts';
import { createResultCache, type CachedCall } from './result-cache.ts';
import type { Tool } from '../agents/tool.ts';

const tool: Tool = {
  name: 'lookup',
  parameters: { type: 'object' },
  effects: 'pure',
  cacheable: true,
  cacheTtl: 2,
  execute: () => Promise.resolve('found'),
};

const call: CallState = {
  tool_call_id: 'c1',
  tool_name: 'lookup',
  args: { a: 1, b: 2 },
  status: 'ready',
  answers: [],
  attempt: 0,
};

const first: CachedCall = {
  key: { tenantId: 't', sessionId: 's' },
  userId: 'ada',
  tool,
  call,
};

const result: ToolResult = {
  tool_call_id: 'c1',
  tool_name: 'lookup',
  input_args: call.args,
  content: 'found',
  output: { found: true },
  error: null,
  is_success: true,
  start_time: '2026-01-01T00:00:00.000Z',
  end_time: '2026-01-01T00:00:01.000Z',
  duration: 1,
};

const again = (more: Partial<CachedCall> = {}, changed: Partial<CallState> = {}): CachedCall => ({
  ...first,
  call: { ...call, tool_call_id: 'c2', ...changed },
  ...more,
});

async function isKept(kept: CachedCall, asked: CachedCall, outcome = result): Promise<boolean> {
  const cache = createResultCache();
  await cache.keep(kept, outcome);
  return (await cache.find(asked, 0)) !== undefined;
}

test('a result from the cache is marked, has the new call’s id and took no time', async () => {
  const cache = createResultCache();
  await cache.keep(first, result);
  const at = Date.parse('2026-02-02T00:00:00.000Z');
  // The order of the arguments does not matter.
  expect(await cache.find(again({}, { args: { b: 2, a: 1 } }), at)).toEqual({
    ...result,
    tool_call_id: 'c2',
    start_time: '2026-02-02T00:00:00.000Z',
    end_time: '2026-02-02T00:00:00.000Z',
    duration: 0,
    cached: true,
  });
});

test('a result is forgotten after cacheTtl seconds, whatever the time of day', async () => {
  let milliseconds = 1;
  const cache = createResultCache(() => milliseconds);
  await cache.keep(first, result);
  milliseconds += 2000;
  expect(await cache.find(again(), Date.parse('1999-01-01T00:00:00Z'))).toBeDefined();
  milliseconds += 1;
  expect(await cache.find(again(), 0)).toBeUndefined();
});

test.each<[string, CachedCall]>([
  ['another user', again({ userId: 'ben' })],
  ['nobody', again({ userId: null })],
  ['another tenant', again({ key: { tenantId: 'u', sessionId: 's' } })],
  ['other arguments', again({}, { args: { a: 1, b: 3 } })],
  ['another version of the tool', again({ tool: { ...tool, version: '2' } })],
  [
    'a tool with another schema',
    again({ tool: { ...tool, parameters: { type: 'object', a: 1 } } }),
  ],
])('%s gets nothing of it', async (_who, asked) => {
  expect(await isKept(first, again())).toBe(true);
  expect(await isKept(first, asked)).toBe(false);
});

const secret = handleOf('00000000-0000-4000-8000-000000000000');

test.each<[string, CachedCall, ToolResult?]>([
  ['a run without a user', again({ userId: null })],
  ['a tool that does not say so', again({ tool: { ...tool, cacheable: false } })],
  ['a tool that does something', again({ tool: { ...tool, effects: 'keyed' } })],
  ['a call with a secret', again({}, { args: { password: secret } })],
  [
    'a call that asked a person',
    again({}, { answers: [{ response: { request_id: 'r', type: 'input', text: 'yes' } }] }),
  ],
  ['a failure', again(), { ...result, is_success: false, error: 'no' }],
  ['a result with a secret', again(), { ...result, output: { token: secret } }],
])('nothing is kept of %s', async (_what, same, outcome = result) => {
  expect(await isKept(same, same, outcome)).toBe(false);
});

test('the cache is bounded: the oldest entry is dropped', async () => {
  const cache = createResultCache();
  const large = { ...result, content: 'x'.repeat(1024 * 1024) };
  const calls = Array.from({ length: 20 }, (_, index) => again({}, { args: { index } }));
  for (const one of calls) {
    await cache.keep(one, large);
  }
  expect(await cache.find(calls[0]!, 0)).toBeUndefined();
  expect(await cache.find(calls.at(-1)!, 0)).toBeDefined();
});

test('a cached result cannot be changed through a returned copy', async () => {
  const cache = createResultCache();
  await cache.keep(first, result);
  const got = await cache.find(again(), 0);
  Object.assign(Object(got?.output), { found: false });
  expect((await cache.find(again(), 0))?.output).toEqual({ found: true });
});
