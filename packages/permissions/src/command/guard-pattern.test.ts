import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRuleSet } from '../index.ts';
import { UNLIMITED } from '../work.ts';
import { guardPattern, matchGuard, mayFitGuard } from './guard-pattern.ts';
import { compileCommand } from './pattern.ts';
import { programNames, shapeOf } from './shape.ts';

const word = fc.constantFrom(
  ...'rm git push --force -f -rf -- - . a a:b a:c * a* *:x / RM /bin/rm'.split(' '),
);
const words = fc.array(word, { minLength: 1, maxLength: 5 });

test('never passes over a rule that matches', () => {
  fc.assert(
    fc.property(words, words, fc.constantFrom('', ':*', ' *'), (rule, given, end) => {
      const compiled = compileCommand(`${rule.join(' ')}${end}`, 'deny');
      if (typeof compiled === 'string' || compiled.command === undefined) return;
      const guard = guardPattern(compiled.command);
      const shape = shapeOf(given, undefined, programNames(given[0] ?? ''), []);
      fc.pre(matchGuard(guard, shape, UNLIMITED));
      expect(mayFitGuard(guard, given, UNLIMITED)).toBe(true);
    }),
    { numRuns: 1000, maxSkipsPerRun: 10_000 },
  );
});

test.each([
  ['rm a', 'rm -rf a', 'denied'],
  ['rm -rf a:*', 'rm -r -f a:b', 'denied'],
  ['* a', '/bin/a', 'denied'],
  ['git push:*', 'git -C . push', 'denied'],
  ['git push:*', 'git pull', 'ask'],
])('bash(%s) makes %j %s', (rule, command, decision) => {
  const rules = createRuleSet([{ effect: 'deny', rule: `bash(${rule})` }]);
  const call = { toolName: 'bash', toolArgs: { command } };
  expect(rules.decide(call, { now: 0 }).decision).toBe(decision);
});
