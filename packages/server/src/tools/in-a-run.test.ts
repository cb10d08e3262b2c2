import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  ALICE,
  newLedger,
  pendingOf,
  scripted,
  settle,
  start,
  valueOf,
  world,
} from '../engine/engine.fixture.ts';
import type { Tool } from '../agents/tool.ts';
import { createMemoryVault } from '../vault/vault.ts';
import { createBashTool } from './bash.ts';
import { createCommandTool } from './command.ts';
import { createFileEditTool } from './file-edit.ts';
import { readyPipe, temporaryFolder } from './tools.fixture.ts';

/** A run of an agent that makes one call. */
async function runOf(tool: Tool, args: Record<string, unknown>) {
  const turns = [{ calls: [{ id: 'c', name: tool.name, args }] }, { text: 'done' }];
  const { agent } = scripted(turns, [tool]);
  const { engine } = world([agent], newLedger(), { vault: createMemoryVault() });
  const { run_id: id, session_id: session } = await start(engine, ALICE);
  return {
    pending: () => pendingOf(engine, ALICE),
    async answer(text: string) {
      const [request] = await pendingOf(engine, ALICE);
      if (request === undefined) throw new Error('nothing waits');
      valueOf(
        await engine.respond(ALICE, request.id, { request_id: request.id, type: 'input', text }),
      );
      await settle(engine, ALICE, id);
    },
    async content() {
      const { messages } = valueOf(await engine.getMessages(ALICE, session));
      return messages.find(({ role }) => role === 'tool')?.content;
    },
  };
}

test('asks two questions in the middle of a program, and keeps the secret one out of its environment', async () => {
  const workspace = await temporaryFolder();
  const script = `
    printf '%s\\n' "$(cat <&3 | tr -d '\\n')" >> answers; printf '%s\\n' "\${HITL_INTERACTION_RESPONSE-unset}" >> variables
    case "$(wc -l < answers)" in
      1) echo '{"type":"input","title":"Name?"}'; exit 101;;
      2) echo '{"type":"input","title":"Token?","sensitive":true}'; exit 101;;
      *) echo deployed;;
    esac`;
  const tool = createCommandTool({
    name: 'deploy',
    command: ['bash', '-c', script],
    parameters: { type: 'object' },
    requiresConsent: false,
    workspace,
  });
  const run = await runOf(tool, {});
  await run.answer('eu-1');
  await run.answer('token-4711');
  expect(await run.content()).toBe('deployed\n');
  const linesOf = async (name: string) =>
    (await readFile(join(workspace, name), 'utf8')).trimEnd().split('\n');
  const [none, one, two] = await linesOf('answers');
  expect(none).toBe('[]');
  expect(JSON.parse(one ?? '')).toMatchObject([{ type: 'input', text: 'eu-1' }]);
  expect(JSON.parse(two ?? '')).toMatchObject([{ text: 'eu-1' }, { text: 'token-4711' }]);
  const variables = await linesOf('variables');
  expect(variables).toEqual(['unset', expect.stringContaining('"text":"eu-1"'), 'unset']);
});

test('keeps the output of a command that the runner ended at its time limit', async () => {
  const workspace = await temporaryFolder();
  const started = await readyPipe(workspace);
  const tool = createBashTool({ workspace, requiresConsent: false, timeoutMs: 1000 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const work = runOf(tool, { command: 'echo started; echo x > ready; sleep 600' });
  await started();
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  const run = await work;
  expect(await run.content()).toBe('Ended after 1000 ms, its time limit\nstarted\n');
});

test('the request for a command shows the folder in which it would run', async () => {
  const workspace = await temporaryFolder();
  const command = createCommandTool({
    name: 'greet',
    command: ['true'],
    parameters: { type: 'object' },
    workspace,
    requiresConsent: true,
  });
  const runs = [
    await runOf(createBashTool({ workspace }), { command: 'ls' }),
    await runOf(command, {}),
  ];
  for (const run of runs) {
    const [request] = await run.pending();
    expect(request?.metadata['folder']).toBe(workspace);
  }
});

test('the request for an edit shows its place in the file, and is made without it too', async () => {
  const workspace = await temporaryFolder();
  await writeFile(join(workspace, 'a.txt'), 'one\ntwo\n');
  const tool = createFileEditTool({ workspace });
  const args = { path: 'a.txt', old_text: 'two', new_text: '2' };
  const [request] = await (await runOf(tool, args)).pending();
  expect(request?.metadata['edit_place']).toMatchObject({ occurrences: 1, line: 2 });
  const missing = { ...args, path: 'b.txt' };
  const [other] = await (await runOf(tool, missing)).pending();
  expect(other?.metadata).toMatchObject({ paths: [join(workspace, 'b.txt')] });
  expect(other?.metadata).not.toHaveProperty('edit_place');
});
