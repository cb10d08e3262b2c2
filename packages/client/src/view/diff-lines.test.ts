import { expect, test } from 'vitest';
import { changedLines, foldedLines, numberedLines, type NumberedLine } from './diff-lines.ts';

const same = (text: string) => ({ text, kind: 'same' }) as const;
const folded = (lines: readonly NumberedLine[]) =>
  foldedLines(numberedLines(lines, undefined, true));
const many = (count: number) => Array.from({ length: count }, (_, index) => same(`line ${index}`));

test('three lines around a change are shown, and the rest is folded completely', () => {
  const lines = folded([
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
  const lines = folded([...many(5), { text: 'new', kind: 'added' }]);
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
  expect(patch.map(({ number }) => number)).toEqual([undefined, 20, 11, 21, 22]);
  const piece = numberedLines([{ text: 'b', kind: 'removed' }]);
  expect(piece[0]).not.toHaveProperty('number');
});

test('an edit with its place has the lines of the file', () => {
  const context = { before: ['1', '2'], start: 'a ', end: ' d', after: ['5'] };
  const lines = changedLines('b\nc', 'b\nC\nc2', { occurrences: 1, line: 3, context });
  expect(lines.map(({ kind, text, number }) => `${number} ${kind} ${text}`)).toEqual([
    '1 same 1',
    '2 same 2',
    '3 same a b',
    '4 removed c d',
    '4 added C',
    '5 added c2 d',
    '6 same 5',
  ]);
});

test('of texts with thousands of changes, all that goes is shown before all that comes', () => {
  const lines = (name: string) => Array.from({ length: 20_000 }, (_, index) => `${name} ${index}`);
  const before = ['first', ...lines('old'), 'last', ''];
  const after = ['first', ...lines('new'), 'last', ''];
  expect(changedLines(before.join('\n'), after.join('\n'))).toEqual([
    same('first'),
    ...lines('old').map((text) => ({ text, kind: 'removed' })),
    ...lines('new').map((text) => ({ text, kind: 'added' })),
    same('last'),
  ]);
});
