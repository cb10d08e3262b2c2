import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNameFilter } from './name-filter.ts';

test('never says no to one of its names', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 })), (names) => {
      const filter = createNameFilter(names);
      expect(names.filter((name) => !filter.mayHave(name))).toEqual([]);
    }),
  );
});

test('says no to words of another length or beginning', () => {
  const filter = createNameFilter(['rm', 'sudo']);
  expect(['rm', 'rmdir', 'sudo', 'ls', 'su', ''].filter((word) => filter.mayHave(word))).toEqual([
    'rm',
    'sudo',
  ]);
});
