import { expect, test } from 'vitest';
import { numberedLines } from './numbered-lines.ts';

const same = (text: string) => ({ text, kind: 'same' }) as const;
const many = (count: number) => Array.from({ length: count }, (_, index) => same(`line ${index}`));

test('three lines around a change are shown, and the rest is folded completely', () => {
  const lines = numberedLines([
    ...many(7),
    { text: 'old', kind: 'removed' },
    { text: 'new', kind: 'added' },
    ...many(7),
  ]);
  expect(lines.map((each) => ('folded' in each ? each.folded.length : each.text))).toEqual([
    4,
    'line 4',
    'line 5',
    'line 6',
    'old',
    'new',
    'line 0',
    'line 1',
    'line 2',
    4,
  ]);
});

test('one or two lines are not folded', () => {
  const lines = numberedLines([...many(5), { text: 'new', kind: 'added' }]);
  expect(lines.every((each) => !('folded' in each))).toBe(true);
});

test('lines have the numbers of the patch, or none if they are unknown', () => {
  const patch = numberedLines([
    { text: '@@ -10,2 +20,2 @@', kind: 'hunk' },
    same('a'),
    { text: 'b', kind: 'removed' },
    { text: 'c', kind: 'added' },
    same('d'),
  ]);
  expect(patch.map((each) => ('number' in each ? each.number : undefined))).toEqual([
    undefined,
    20,
    11,
    21,
    22,
  ]);
  const piece = numberedLines([{ text: 'b', kind: 'removed' }]);
  expect(piece[0]).not.toHaveProperty('number');
});
