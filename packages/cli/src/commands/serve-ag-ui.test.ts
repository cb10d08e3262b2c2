import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cashier } from '../../tests/cashier.fixture.ts';
import { send } from '../../tests/http-calls.fixture.ts';
import { folderWith, serveHitl } from '../../tests/serve-process.fixture.ts';

/** The events of one run of AG-UI. */
async function run(
  url: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>[]> {
  const response = await send(`${url}/ag-ui`, { threadId: 't1', messages: [], ...input });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const frames = (await response.text())
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: '));
  return frames.map((frame) => JSON.parse(frame.slice('data: '.length)) as Record<string, unknown>);
}

test(
  'POST /ag-ui asks with an interrupt, which is answered once, after kill -9 and a restart',
  { timeout: 180_000 },
  async () => {
    const cwd = await folderWith(cashier);
    const args = ['--config', 'hitl', '--store', 'sqlite:runs.db', '--base-path', '/hitl'];
    const first = await serveHitl(args, { cwd });
    const message = { id: 'm1', role: 'user', content: 'Pay 5' };
    const asked = await run(first.url, { runId: 'r1', messages: [message] });
    expect(asked.at(-1)).toMatchObject({
      type: 'RUN_FINISHED',
      outcome: { type: 'interrupt', interrupts: [{ reason: 'tool_call', toolCallId: 'c1' }] },
    });
    first.kill('SIGKILL');
    await first.ended;

    const second = await serveHitl(args, { cwd });
    const { outcome } = asked.at(-1) as { outcome: { interrupts: { id: string }[] } };
    const resume = outcome.interrupts.map(({ id }) => ({
      interruptId: id,
      status: 'resolved',
      payload: { approved: true },
    }));
    const runs = ['r2', 'r3'].map((runId) => run(second.url, { runId, resume }));
    for (const events of await Promise.all(runs)) {
      expect(events.at(-1)).toMatchObject({
        type: 'RUN_FINISHED',
        result: expect.stringMatching(/^Paid: receipt/),
      });
    }
    expect(await readFile(join(cwd, 'ledger'), 'utf8')).toBe('began 5\npaid 5\n');
  },
);
