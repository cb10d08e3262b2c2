import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createHitl, createScriptedModel, defineTool, type Hitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { expect, onTestFinished, test } from 'vitest';
import { createHitlClient } from './client/client.ts';

const examples = new URL('../../../examples/terminal-inbox/', import.meta.url);

test.each(['inbox.ts', 'stream.ts'])('the README shows %s as it runs here', async (file) => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(await readFile(new URL(file, examples), 'utf8'));
});

/** Starts a program of the README and a server; both end with the test. */
async function start(file: string, hitl: Hitl): Promise<{ url: string; child: Program }> {
  const served = await serve({ handler: hitl, port: 0 });
  const child = spawn(
    process.execPath,
    ['--conditions=@hitl/source', fileURLToPath(new URL(file, examples))],
    { env: { ...process.env, HITL_URL: served.url }, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await Promise.all([hitl.close(0), served.close()]);
  });
  return { url: served.url, child };
}
type Program = ChildProcessByStdio<Writable, Readable, null>;

/** A server whose agent writes two mails, one after the other, each with approval. */
function createClerk(sent: string[]): Hitl {
  const mail = defineTool({
    name: 'mail',
    parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    requiresConsent: true,
    async execute({ to }) {
      sent.push(to);
      return `sent to ${to}`;
    },
  });
  const turns = [
    { toolCalls: [{ id: 'c1', name: 'mail', args: { to: 'ann' } }] },
    { toolCalls: [{ id: 'c2', name: 'mail', args: { to: 'bob' } }] },
    { text: '{{c1}}, {{c2}}' },
  ];
  const models = [createScriptedModel({ name: 'script', turns })];
  return createHitl({ agents: [{ name: 'clerk' }], tools: [mail], models });
}

test(
  'the approval program shows pending requests on the terminal and sends the typed answers',
  { timeout: 180_000 },
  async () => {
    const sent: string[] = [];
    const { url, child } = await start('inbox.ts', createClerk(sent));

    const client = createHitlClient({ baseUrl: url });
    const run = await client.createRun({ agent_id: 'clerk', input: 'Write', user_id: 'ada' });
    const lines: string[] = [];
    const answers = ['y\n', 'n\n'];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line.endsWith('y/n')) child.stdin.write(answers.shift() ?? '');
      if (lines.length === 4) break;
    }
    expect(lines.toSorted()).toEqual([
      'May mail run with {"to":"ann"}? y/n',
      'May mail run with {"to":"bob"}? y/n',
      'confirmed',
      'confirmed',
    ]);
    expect(sent).toEqual(['ann']);
    const done = new Promise<void>((resolve) => {
      client.runEvents(run.id, {
        onEvent() {},
        onConnection: ({ status }) => status === 'closed' && resolve(),
      });
    });
    await done;
    expect(await client.getRun(run.id)).toMatchObject({ status: 'completed' });
  },
);

test(
  'the event program prints the events of a run until it suspends',
  { timeout: 180_000 },
  async () => {
    const { child } = await start('stream.ts', createClerk([]));
    const told = (await text(child.stdout)).trim().split('\n');
    expect(told).toEqual(
      expect.arrayContaining(['connecting', 'run_started', 'interaction_request']),
    );
    expect(told).toContain('execution_suspended');
  },
);
