import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createHitl, createScriptedModel, defineTool } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { expect, onTestFinished, test } from 'vitest';
import { createHitlClient } from './client.ts';

const example = new URL('../../../examples/terminal-inbox/inbox.ts', import.meta.url);

test('the README shows the program as it is run here', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(await readFile(example, 'utf8'));
});

test(
  'it asks on the terminal what waits, and answers what is typed',
  { timeout: 30_000 },
  async () => {
    const sent: string[] = [];
    const hitl = createHitl({
      agents: [{ name: 'clerk' }],
      tools: [
        defineTool({
          name: 'mail',
          parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
          requires_consent: true,
          async execute({ to }) {
            sent.push(to);
            return `sent to ${to}`;
          },
        }),
      ],
      models: [
        createScriptedModel({
          name: 'script',
          turns: [
            { tool_calls: [{ id: 'c1', name: 'mail', args: { to: 'ann' } }] },
            { tool_calls: [{ id: 'c2', name: 'mail', args: { to: 'bob' } }] },
            { text: '{{c1}}, {{c2}}' },
          ],
        }),
      ],
    });
    const served = await serve({ handler: hitl, port: 0 });
    const child = spawn(process.execPath, ['--conditions=@hitl/source', fileURLToPath(example)], {
      env: { ...process.env, HITL_URL: served.url },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
      await Promise.all([hitl.close(0), served.close()]);
    });

    const client = createHitlClient({ baseUrl: served.url });
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
