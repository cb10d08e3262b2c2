import { describe, expect, test } from 'vitest';
import type { ToolProgressUpdate } from '../agents/tool.ts';
import { createManualClock } from '../base/manual-clock.fixture.ts';
import { createSecrets } from '../approval/secrets.ts';
import { createMemoryVault } from '../vault/vault.ts';
import {
  createProgressReporter,
  MAX_PROGRESS_TEXT,
  PROGRESS_EVERY_MS,
  type ProgressOptions,
} from './tool-progress.ts';

const KEY = { tenantId: 'default', sessionId: 's' };

/** A reporter with its own clock, in a session with these secrets. */
async function started(...secrets: readonly string[]) {
  const vault = createMemoryVault();
  for (const secret of secrets) await vault.put(KEY, secret);
  const clock = createManualClock();
  const said: Parameters<ProgressOptions['report']>[0][] = [];
  const reporter = createProgressReporter({
    report: (data) => said.push(data),
    secrets: await createSecrets(vault).open(KEY),
    every: clock.every,
  });
  return { reporter, said, clock };
}

describe('the progress of a running tool', () => {
  test('is reported immediately, and absent members keep their last value', async () => {
    const { reporter, said, clock } = await started();
    reporter.report({ progress: 1, total: 12 });
    clock.tick();
    reporter.report({ text: 'Copying' });
    clock.tick();
    reporter.report({ progress: 2, text: undefined });
    expect(said).toEqual([
      { progress: 1, total: 12 },
      { progress: 1, total: 12, text: 'Copying' },
      { progress: 2, total: 12, text: 'Copying' },
    ]);
  });

  test('is reported once per interval, with the last state', async () => {
    const { reporter, said, clock } = await started();
    for (let progress = 0; progress <= 100_000; progress += 1) reporter.report({ progress });
    expect(said).toEqual([{ progress: 0 }]);
    clock.tick(PROGRESS_EVERY_MS);
    expect(said).toEqual([{ progress: 0 }, { progress: 100_000 }]);
    clock.tick(PROGRESS_EVERY_MS);
    clock.tick(PROGRESS_EVERY_MS);
    expect(said).toHaveLength(2);
    expect(clock.running).toBe(false);
  });

  test('never decreases', async () => {
    const { reporter, said, clock } = await started();
    for (const progress of [3, 2, 4]) {
      reporter.report({ progress });
      clock.tick();
    }
    expect(said.map(({ progress }) => progress)).toEqual([3, 3, 4]);
  });

  test('is ignored once the call has ended, even if invalid', async () => {
    const { reporter, said, clock } = await started();
    reporter.report({ progress: 1 });
    reporter.report({ progress: 2 });
    reporter.end();
    reporter.report({ progress: 3 });
    reporter.report({ progress: -3 });
    clock.tick();
    expect(said).toEqual([{ progress: 1 }]);
    expect(clock.running).toBe(false);
  });

  test('is shown from its beginning, streamed output up to its end', async () => {
    const { reporter, said, clock } = await started();
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}`).join('\n');
    reporter.report({ text: lines });
    clock.tick();
    reporter.report({ text: lines, partial: true });
    clock.tick();
    reporter.report({ text: '😀'.repeat(2000) });
    const [first, second, third] = said.map(({ text = '' }) => text);
    expect(first).toMatch(/^line 0\n[^]*…$/);
    expect(second).toMatch(/^…\nline \d+\n[^]*\nline 999$/);
    expect(third).toMatch(/^(?:😀)+…$/u);
    for (const text of [first, second, third]) {
      expect(text?.length).toBeLessThanOrEqual(MAX_PROGRESS_TEXT);
      expect(text?.length).toBeGreaterThan(MAX_PROGRESS_TEXT - 20);
    }
  });

  test('contains no secret, nor the beginning of one in streamed output', async () => {
    const { reporter, said, clock } = await started('hunter2!');
    reporter.report({ text: 'with hunter2!' });
    clock.tick();
    reporter.report({ text: 'logging in with hunt', partial: true });
    clock.tick();
    reporter.report({ text: `${'hunter2!'.repeat(1000)} and on`, partial: true });
    const [whole, part, long] = said.map(({ text = '' }) => text);
    expect(whole).toMatch(/^with ‹secret:[^›]+›$/);
    expect(part).toBe('logging in with ');
    expect(long).not.toContain('hunter');
    expect(long).toMatch(/and on$/);
  });
});

test.each([
  [undefined, 'context.progress takes { progress, total, text }, not undefined'],
  ['half', 'context.progress takes { progress, total, text }, not "half"'],
  [[1, 2], 'context.progress takes { progress, total, text }, not a list'],
  [{ progress: -1 }, 'progress of context.progress must be a finite number of at least 0, not -1'],
  [
    { progress: Number.NaN },
    'progress of context.progress must be a finite number of at least 0, not NaN',
  ],
  [
    { progress: '3' },
    'progress of context.progress must be a finite number of at least 0, not "3"',
  ],
  [
    { total: Infinity },
    'total of context.progress must be a finite number of at least 0, not Infinity',
  ],
  [{ text: 3 }, 'text of context.progress must be a string, not 3'],
  [{ partial: 1 }, 'partial of context.progress must be true or false, not 1'],
  [
    { totel: 3 },
    'context.progress has no member "totel". Did you mean "total"? It takes: progress, total, text, partial',
  ],
])('refuses %j', async (update, message) => {
  const { reporter, said } = await started();
  expect(() => reporter.report(update as ToolProgressUpdate)).toThrow(new TypeError(message));
  expect(said).toEqual([]);
});
