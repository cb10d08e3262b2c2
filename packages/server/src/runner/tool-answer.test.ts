import { expect, test } from 'vitest';
import {
  ALICE,
  newLedger,
  scripted,
  settle,
  start,
  valueOf,
  world,
} from '../engine/engine.fixture.ts';
import { defineTool } from '../agents/define-tool.ts';
import type { ToolOutput } from '../agents/tool.ts';

/** The stored result of a tool with this output. */
async function resultOf(output: ToolOutput) {
  const tool = defineTool({
    name: 'work',
    parameters: { type: 'object' },
    requiresConsent: false,
    execute: () => Promise.resolve(output),
  });
  const turns = [{ calls: [{ id: 'c', name: 'work', args: {} }] }, { text: 'done' }];
  const { engine } = world([scripted(turns, [tool]).agent], newLedger());
  const { run_id: id, session_id: session } = await start(engine, ALICE);
  await settle(engine, ALICE, id);
  const { messages } = valueOf(await engine.getMessages(ALICE, session));
  const { content, is_success: isSuccess } = messages.find(({ role }) => role === 'tool') ?? {};
  return { content, isSuccess };
}

test.each([
  [
    { is_success: false },
    'its result has "is_success" (false) next to "content". Did you mean "isSuccess"?',
  ],
  [
    { is_success: true },
    'its result has "is_success" (true) next to "content". Did you mean "isSuccess"?',
  ],
  [
    { issuccess: false },
    'its result has "issuccess" (false) next to "content". Did you mean "isSuccess"?',
  ],
  [
    { isSucess: false },
    'its result has "isSucess" (false) next to "content". Did you mean "isSuccess"?',
  ],
  [
    { isSuccess: false, eror: 'disk full' },
    'its result has "eror" ("disk full") next to "content". Did you mean "error"?',
  ],
  [
    { isError: true },
    'its result has "isError" (true) next to "content". Did you mean "isSuccess: false"?',
  ],
  [
    { success: false, path: 'a.txt' },
    'its result has "success" (false) next to "content". Did you mean "isSuccess: false"?',
  ],
  [{ isSuccess: 'no' }, '"isSuccess" of its result must be true or false, not "no"'],
  [
    { isSuccess: false, error: { code: 5 } },
    '"error" of its result must be a string, not {"code":5}',
  ],
])('a result with %j next to its content fails the call with the reason', async (rest, why) => {
  expect(await resultOf({ content: 'x', ...rest })).toEqual({
    content: `Tool execution failed: ${why}`,
    isSuccess: false,
  });
});

test.each([
  [{ content: 'x', isSuccess: false, error: 'disk full' }, 'x', false],
  [{ content: 'x', isSuccess: undefined, error: null }, 'x', true],
  [{ content: 'x', output: { a: 1 } }, 'x', true],
  [{ content: 'x', path: 'a.txt' }, '{"content":"x","path":"a.txt"}', true],
  [{ content: 'x', path: 'a.txt', errors: [] }, '{"content":"x","errors":[],"path":"a.txt"}', true],
  [{ content: 'x', isError: false }, '{"content":"x","isError":false}', true],
  [{ is_success: false }, '{"is_success":false}', true],
])('%j has the expected result', async (output, content, isSuccess) => {
  expect(await resultOf(output)).toEqual({ content, isSuccess });
});
