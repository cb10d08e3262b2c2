import * as fc from 'fast-check';
import { parse } from 'unbash';
import { expect, test } from 'vitest';
import { isAccountedFor } from './account.ts';
import { parseCommandLine } from './parse.ts';
import { isPlainlyWritten } from './plain-words.ts';

function isPlain(text: string): boolean {
  return isPlainlyWritten(text, parseCommandLine(text).commands);
}

test.each([
  'ls',
  ' npm run  test:unit ;',
  `git commit -m "it's done" && git log | head -n 5`,
  `echo ''"a b"c'd' "" & wait`,
  'echo "one\ntwo"\nls',
])('knows the words of %j', (text) => {
  expect(isPlain(text)).toBe(true);
});

test.each([
  'echo "$X"',
  "echo '$(id)'",
  'echo `id`',
  String.raw`echo a\ b`,
  'echo "a',
  'A=1 ls',
  'ls > out',
  'if true; then ls; fi',
  'ls *.ts',
  'ls # comment',
  '(ls)',
  'echo é',
])('leaves %j to the full check', (text) => {
  expect(isPlain(text)).toBe(false);
});

test.each<[string, string]>([
  ['echo "a b"', 'echo a b'],
  ['echo a b', 'echo "a b"'],
  ['echo a', 'echo a; b'],
  ['echo a; b', 'echo a b'],
  ['echo ab', 'echo a'],
  ['echo a', 'echo ab'],
  ["echo ''", 'echo'],
])('does not take %j for what %j is read as', (text, other) => {
  expect(isPlainlyWritten(text, parseCommandLine(other).commands)).toBe(false);
});

const piece = fc.constantFrom(
  ...`ls rm a:b A=1 -x if then fi ! { } ( ) [[ ]] # ~ * ? $X > & && | || ; ;; \\ ' " '' 'a' "b" 'a b' "c 'd'" "$X"`.split(
    ' ',
  ),
  '\n',
  '\t',
  '"a b"',
  "' '",
  'é',
);

test('accepts no line that the full check refuses', () => {
  const line = fc
    .array(fc.tuple(piece, fc.constantFrom(' ', ' ', '')), { maxLength: 8 })
    .map((pieces) => pieces.map(([text, blank]) => text + blank).join(''));
  fc.assert(
    fc.property(line, (text) => {
      const script = parse(text);
      fc.pre((script.errors ?? []).length === 0 && isPlain(text));
      expect(isAccountedFor(script, text)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
