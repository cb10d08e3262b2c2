import { expect, test } from 'vitest';
import { TESTED_SHELL, shellWarning } from './tested-shell.ts';

test('says nothing about a bash that the rules were tested with', () => {
  for (const version of TESTED_SHELL.versions) {
    expect(shellWarning(`GNU bash, version ${version}.15(1)-release (x86_64)\nCopyright`)).toBe(
      undefined,
    );
  }
});

test.each([
  ['GNU bash, version 3.2.57(1)-release (arm64-apple-darwin23)', 'bash 3.2.57(1)-release'],
  ['GNU bash, version 5.20.1(1)-release', 'bash 5.20.1(1)-release'],
  ['sh: 0: Illegal option --', 'a shell of unknown version'],
  [undefined, 'a shell of unknown version'],
])('names both versions when the machine has another one: %s', (printed, found) => {
  const warning = shellWarning(printed);
  expect(warning).toContain(found);
  expect(warning).toContain(`tested with ${TESTED_SHELL.name} ${TESTED_SHELL.versions.join(', ')}`);
});
