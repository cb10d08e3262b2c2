import { describe, expect, test } from 'vitest';
import { describeFailure, runCampaign } from './campaign.ts';
import { canJail } from './jail.ts';
import { randomOf } from './random.ts';
import { shrink } from './shrink.ts';

const LINES = 800;
const MAX_FAILURES = 5;

describe.runIf(canJail())('rules against the real shell', () => {
  test('an allowed line does nothing that the rules do not allow', async () => {
    const given = process.env['HITL_FUZZ_SEED'];
    const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
    process.stdout.write(`HITL_FUZZ_SEED=${seed}\n`);
    const report = await runCampaign({
      seed,
      shouldContinue: (tried) => tried < LINES,
      maxFailures: MAX_FAILURES,
    });
    expect(report.failures.map(describeFailure)).toEqual([]);
    // Rules that allow next to nothing would prove next to nothing.
    expect(report.run).toBeGreaterThan(LINES / 20);
  });

  test('rules that are wrong are found out, with the smallest line', async () => {
    const report = await runCampaign({
      seed: 1,
      shouldContinue: (tried) => tried < 400,
      worlds: /^deny a program$/,
      maxFailures: 1,
      change: (rules) => rules.filter(({ effect }) => effect !== 'deny'),
    });
    expect(report.failures[0]?.smallest.length).toBeLessThan(12);
  });
});

test('a seed fixes all choices', () => {
  const choices = (seed: number): number[] => {
    const random = randomOf(seed);
    return Array.from({ length: 50 }, () => random.int(1000));
  };
  expect(choices(7)).toEqual(choices(7));
  expect(choices(7)).not.toEqual(choices(8));
});

test('a text is made as short as it can be', async () => {
  const fails = (text: string): Promise<boolean> =>
    Promise.resolve(text.includes('a') && text.includes('b'));
  expect(await shrink('xxxaxxxxxxxxxbxxx', fails)).toBe('ab');
});
