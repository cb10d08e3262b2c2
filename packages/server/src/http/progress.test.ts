import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InteractionRequest } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { defineTool } from '../agents/define-tool.ts';
import { createBashTool } from '../tools/bash.ts';
import { createCommandTool } from '../tools/command.ts';
import { makePipe, temporaryFolder } from '../tools/tools.fixture.ts';
import { createMemoryVault } from '../vault/vault.ts';
import { nextProgress, openTool, servedTool, startRun } from './progress.fixture.ts';

test('progress of a tool is shown in the streams of its run and its session, and nowhere else', async () => {
  const { tool, running, finish } = openTool();
  const server = await servedTool(tool);
  const run = await startRun(server);
  const context = await running;
  const streams = [
    await server.follow(`/runs/${run.id}/events`),
    await server.follow(`/sessions/${run.session_id}/events`),
  ];
  for (const stream of streams) await stream.until('tool_started');
  context.progress({ progress: 3, total: 12, text: 'Copying' });
  for (const stream of streams) {
    const { id, event } = await nextProgress(stream);
    expect(id).toBeUndefined();
    expect(event).toEqual({
      type: 'tool_progress',
      run_id: run.id,
      root_run_id: run.id,
      session_id: run.session_id,
      timestamp: expect.any(String),
      data: { tool_call_id: 'call_1', progress: 3, total: 12, text: 'Copying' },
    });
  }
  finish('copied');
  for (const stream of streams) {
    await stream.until('run_completed');
    stream.hangUp();
  }
  // The call has ended, so its progress is ignored.
  context.progress({ progress: -1 });
  const replay = await server.follow(`/runs/${run.id}/events`);
  const stored = await replay.rest();
  expect(stored.map(({ id }) => id)).toEqual(stored.map((_, index) => String(index + 1)));
  expect(JSON.stringify(stored)).not.toContain('tool_progress');
  expect(server.errors).toEqual([]);
});

test('a late reader sees the last progress of running calls only', async () => {
  const { tool, running, finish } = openTool();
  const server = await servedTool(tool);
  const run = await startRun(server);
  const context = await running;
  context.progress({ progress: 1, total: 2 });
  context.progress({ text: 'Almost' });
  const late = await server.follow(`/sessions/${run.session_id}/events`);
  // The second report may already be included, or follows later.
  let seen = await nextProgress(late);
  while (seen.event.data.text === undefined) seen = await nextProgress(late);
  expect(seen.event.data).toEqual({
    tool_call_id: 'call_1',
    progress: 1,
    total: 2,
    text: 'Almost',
  });
  finish('copied');
  await late.until('run_completed');
  late.hangUp();
  const later = await server.follow(`/runs/${run.id}/events`);
  expect((await later.rest()).map(({ event }) => event)).not.toContain('tool_progress');
});

test('an invalid value fails the call, naming the member', async () => {
  const tool = defineTool({
    name: 'copy',
    parameters: { type: 'object' },
    requiresConsent: false,
    execute(_, context) {
      context.progress({ progress: Number.NaN });
      return Promise.resolve('never');
    },
  });
  const server = await servedTool(tool);
  const run = await startRun(server);
  const events = await server.follow(`/runs/${run.id}/events`);
  const [last] = (await events.until('tool_completed')).slice(-1);
  events.hangUp();
  expect(JSON.parse(last?.data ?? '')).toMatchObject({
    data: {
      result: {
        is_success: false,
        content:
          'Tool execution failed: progress of context.progress must be a finite number of at least 0, not NaN',
      },
    },
  });
});

test('a command tool reports it by lines on stderr, which are not part of its error', async () => {
  const workspace = await temporaryFolder();
  await makePipe(join(workspace, 'go'));
  const script = `
    echo 'starting' >&2
    echo '::progress {"progress":1,"total":2,"text":"Copying"}' >&2
    cat go
    echo '::progress {"progress":2}' >&2
    echo 'disk full' >&2
    exit 3`;
  const tool = createCommandTool({
    name: 'copy',
    command: ['sh', '-c', script],
    parameters: { type: 'object' },
    requiresConsent: false,
    workspace,
  });
  const server = await servedTool(tool);
  const run = await startRun(server);
  const events = await server.follow(`/runs/${run.id}/events`);
  expect((await nextProgress(events)).event.data).toEqual({
    tool_call_id: 'call_1',
    progress: 1,
    total: 2,
    text: 'Copying',
  });
  await writeFile(join(workspace, 'go'), '');
  const [last] = (await events.until('tool_completed')).slice(-1);
  events.hangUp();
  expect(JSON.parse(last?.data ?? '')).toMatchObject({
    data: { result: { error: 'exit code 3\nstarting\ndisk full' } },
  });
});

test('bash shows its output live, with the last state of overwritten lines', async () => {
  const workspace = await temporaryFolder();
  await makePipe(join(workspace, 'go'));
  const tool = createBashTool({ workspace, requiresConsent: false });
  const command = `printf 'checking\\n10 %%\\r20 %%\\r'; cat go; echo '100 %'; echo broken >&2`;
  const server = await servedTool(tool, { command });
  const run = await startRun(server);
  const events = await server.follow(`/runs/${run.id}/events`);
  // A shell may write its output in pieces.
  let seen = await nextProgress(events);
  while (seen.event.data.text === 'checking\n') seen = await nextProgress(events);
  expect(seen.event.data).toEqual({ tool_call_id: 'call_1', text: 'checking\n20 %' });
  await writeFile(join(workspace, 'go'), '');
  const [last] = (await events.until('tool_completed')).slice(-1);
  events.hangUp();
  expect(JSON.parse(last?.data ?? '')).toMatchObject({
    data: { result: { content: 'checking\n10 %\r20 %\r100 %\nbroken\n' } },
  });
});

const TOKEN = {
  id: 'token',
  type: 'input',
  input_type: 'password',
  title: 'Token?',
  required: true,
  multiline: false,
  sensitive: true,
} as const;

test('a secret from a person is masked, and no part of one is shown', async () => {
  const { tool: open, running, finish } = openTool();
  const tool = defineTool({
    ...open,
    async execute(args, context) {
      await context.ask('token', TOKEN);
      return open.execute(args, context);
    },
  });
  const server = await servedTool(tool, {}, { vault: createMemoryVault() });
  const run = await startRun(server);
  const events = await server.follow(`/runs/${run.id}/events`);
  const asked = (await events.until('interaction_request')).at(-1)?.data ?? '';
  const { interaction_request: request } = (
    JSON.parse(asked) as { data: { interaction_request: InteractionRequest } }
  ).data;
  const secret = 'token-4711';
  await server.post(`/interactions/${request.id}/respond`, {
    request_id: request.id,
    type: 'input',
    text: secret,
  });
  const context = await running;
  context.progress({ text: `trying ${secret.slice(0, 5)}`, partial: true });
  const first = await nextProgress(events);
  context.progress({ text: `trying ${secret}; it works`, partial: true });
  const second = await nextProgress(events);
  finish('in');
  const rest = await events.until('run_completed');
  events.hangUp();
  expect(first.event.data.text).toBe('trying ');
  expect(second.event.data.text).toMatch(/^trying ‹secret:[^›]+›; it works$/);
  expect(JSON.stringify(rest)).not.toContain('token-');
});
