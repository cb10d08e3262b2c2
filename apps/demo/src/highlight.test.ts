import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

const classes = (command: string) =>
  Object.fromEntries(
    (highlight(command, '.sh') ?? [])
      .filter(({ className }) => className !== undefined)
      .map(({ text, className }) => [text, className]),
  );

test('a part of a word of a command is no program', () => {
  expect(classes('node --test test/cart.test.js && test -d src')).toEqual({
    '--test': 'option',
    test: 'hljs-built_in',
    '-d': 'option',
  });
});

test('keeps a short option of a command in one piece, and leaves a long one to break', () => {
  expect(classes(`git --verbose --format=${'x'.repeat(30)} my-file`)).toEqual({
    '--verbose': 'option',
  });
});

test.each([
  'npx -y pnpm@12.21.0 demo --port=1',
  '--a\t-b\n-c  "-d e" --',
  "rm -rf ./build && echo '-removed -x'",
  '-',
  '',
])('the tokens of %j are the whole command', (command) => {
  expect((highlight(command, '.sh') ?? []).map(({ text }) => text).join('')).toBe(command);
});
