import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { stepCompleted } from '@hitl/protocol/testing';
import { asked, createSampleLog, started, type SampleCall } from '../testing/sample-log.ts';
import { createSqliteStore, openSqlite } from './sqlite.ts';

const SESSIONS = 100;

function command(bytes: number): string {
  return `echo ${randomBytes((bytes * 3) / 4).toString('base64')}`;
}

/** A call whose request shows its command wherever an authorization does. */
function call(id: string, text: string): SampleCall {
  const resource = `bash(${text})`;
  return {
    id,
    args: { command: text },
    expiresAt: '2026-06-01T00:00:00.000Z',
    metadata: {
      command: text,
      command_signature: text,
      command_info: { parsable: true, commands: [{ program: 'echo', arguments: [text] }] },
      resource,
      args_preview: text.slice(0, 500),
      suggested_patterns: [resource, `${resource.slice(0, -1)}:*)`],
      permission_type: 'command',
      rememberable: true,
    },
  };
}

test.each([
  { history: 0, bytes: 12 },
  { history: 0, bytes: 1000 },
  { history: 0, bytes: 30_000 },
  { history: 50, bytes: 12 },
  { history: 500, bytes: 12 },
])(
  'a suspension costs 4 KB and four times its arguments at most: $history messages, $bytes bytes',
  async ({ history, bytes }) => {
    const database = openSqlite({ path: ':memory:' });
    onTestFinished(() => void database.close());
    const store = createSqliteStore({ database });
    const size = (): number => {
      const [row] = database
        .prepare(
          `select (select page_count from pragma_page_count()) *
             (select page_size from pragma_page_size()) as size`,
        )
        .all() as { size: number }[];
      return row?.size ?? Number.NaN;
    };
    const logs = Array.from({ length: SESSIONS }, () =>
      createSampleLog({ tenantId: 'default', sessionId: crypto.randomUUID() }),
    );
    const runs = new Map(logs.map((log) => [log, crypto.randomUUID()]));
    for (const [log, run] of runs) {
      await log.append(store, started(run, { owner: 'host:1:a' }));
      const messages = Array.from({ length: history }, (_, index) =>
        stepCompleted(
          { id: `${run}_${index}`, role: 'assistant', content: `Message ${index} of the run.` },
          { run_id: run },
        ),
      );
      if (history > 0) await log.append(store, messages);
    }
    const before = size();
    let args = 0;
    for (const [log, run] of runs) {
      const proposed = call(`call_${crypto.randomUUID()}`, command(bytes));
      args += Buffer.byteLength(JSON.stringify(proposed.args));
      await log.append(store, asked(log, run, [proposed]));
    }
    const [cost, allowed] = [(size() - before) / SESSIONS, 4096 + (4 * args) / SESSIONS];
    expect(cost).toBeLessThanOrEqual(allowed);
  },
);
