import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { defineTool } from './agents/define-tool.ts';
import type { Model } from './agents/model.ts';
import { createHitl } from './create-hitl.ts';
import { createSqlitePermissionStore, createSqliteStore, openSqlite } from './store/sqlite.ts';

const SUSPENSIONS = 30;
const ADA = { tenantId: 'default', userId: 'ada', reviewer: false, anyUser: false };

const text = (bytes: number): string => randomBytes((bytes * 3) / 4).toString('base64');

/** A command line of this many bytes, in commands of 60 characters. */
const lineOf = (bytes: number): string =>
  (text(bytes).match(/.{1,60}/g) ?? []).map((piece) => `echo ${piece}`).join(' && ');

type Args = Readonly<Record<string, unknown>>;

test.each<{ readonly what: string; readonly history: number; readonly argsOf: () => Args }>([
  { what: 'a short command', history: 0, argsOf: () => ({ command: `echo ${text(12)}` }) },
  { what: 'a command of 1 KB', history: 0, argsOf: () => ({ command: `echo ${text(1000)}` }) },
  { what: 'a command of 30 KB', history: 0, argsOf: () => ({ command: `echo ${text(30_000)}` }) },
  { what: '30 KB with stars', history: 0, argsOf: () => ({ command: `echo '*${text(30_000)}*'` }) },
  { what: 'a line of 450 commands', history: 0, argsOf: () => ({ command: lineOf(27_000) }) },
  { what: '30 KB of JSON', history: 0, argsOf: () => ({ a: text(9000), b: [text(21_000)] }) },
  { what: 'a short command', history: 50, argsOf: () => ({ command: `echo ${text(12)}` }) },
  { what: 'a short command', history: 500, argsOf: () => ({ command: `echo ${text(12)}` }) },
])(
  'a suspension takes 12 KB and four times its arguments at most in a SQLite file: $what after $history messages',
  { timeout: 180_000 },
  async ({ history, argsOf }) => {
    const database = openSqlite({ path: ':memory:' });
    const stored = (): number => {
      const [row] = database
        .prepare(
          `select (select page_count from pragma_page_count()) *
             (select page_size from pragma_page_size()) as size`,
        )
        .all() as { size: number }[];
      return row?.size ?? Number.NaN;
    };
    let proposed: Args | undefined;
    let before = 0;
    const model: Model = {
      name: 'scripted',
      // oxlint-disable-next-line require-await -- a model is asynchronous by contract
      async *generate() {
        // The run's first message is stored now; the suspension follows.
        before = stored();
        if (proposed === undefined) yield { type: 'text', text: 'What else?' };
        else {
          const args = JSON.stringify(proposed);
          const name = 'command' in proposed ? 'bash' : 'deploy';
          yield { type: 'tool_call', id: 'call', name, arguments: args };
        }
      },
    };
    const sessionStore = createSqliteStore({ database });
    const settings = { requiresConsent: true, execute: () => Promise.resolve('') };
    const parameters = {
      type: 'object',
      properties: { command: { type: 'string', minLength: 1, description: 'What to run' } },
    };
    const permission = { kind: 'command', arg: 'command' } as const;
    const hitl = createHitl({
      agents: [{ name: 'assistant' }],
      models: [model],
      tools: [
        defineTool({ name: 'bash', parameters, permission, ...settings }),
        defineTool({ name: 'deploy', parameters: { type: 'object' }, ...settings }),
      ],
      sessionStore,
      permissionStore: createSqlitePermissionStore({ database }),
    });
    onTestFinished(async () => {
      await hitl.close();
      database.close();
    });
    const { engine } = hitl;

    async function say(sessionId: string): Promise<void> {
      const input = { agent_id: 'assistant', session_id: sessionId, input: 'Go on.' };
      const begun = await engine.createRun(ADA, input);
      if (!begun.ok) throw new Error(begun.problem.detail);
      const { key, run } = begun.value;
      const { signal } = new AbortController();
      const frames = engine.feed.run(key, run.id, { until: 'rest', signal });
      for await (const { event } of frames)
        if (event?.type === 'run_failed') throw new Error('failed');
    }

    // Fewer conversations with many messages, to keep the test fast.
    const count = history > 0 ? 3 : SUSPENSIONS;
    const sessions = Array.from({ length: count }, () => crypto.randomUUID());
    for (const session of sessions) {
      for (let index = 0; index < history; index += 2) await say(session);
    }
    let cost = 0;
    let args = 0;
    for (const session of sessions) {
      proposed = argsOf();
      args += Buffer.byteLength(JSON.stringify(proposed));
      await say(session);
      cost += stored() - before;
    }
    expect(await sessionStore.countPending(ADA.tenantId, ADA.userId)).toBe(count);
    expect(cost / count).toBeLessThanOrEqual(12 * 1024 + (4 * args) / count);
  },
);
