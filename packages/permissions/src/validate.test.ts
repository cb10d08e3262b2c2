import { expect, test } from 'vitest';
import { parseRule } from './index.ts';

test.each([
  ['bash(npm run test:*)', 'bash', 'npm run test:*'],
  ['  file_read(./src/**)  ', 'file_read', './src/**'],
  ['bash(echo (x))', 'bash', 'echo (x)'],
  ['mcp.fs-read(*)', 'mcp.fs-read', '*'],
  ['mcp__a__*(*)', 'mcp__a__*', '*'],
  ['bash(a\nb)', 'bash', 'a\nb'],
  ['deploy(staging)', 'deploy', 'staging'],
])('takes %j', (text, tool, pattern) => {
  expect(parseRule(text)).toEqual({ ok: true, tool, pattern, warnings: [] });
});

test.each([
  ['bash', 'allow', 'bash alone allows nothing'],
  ['', 'allow', 'begin with the name of a tool'],
  ['(ls)', 'allow', 'begin with the name of a tool'],
  ['bash()', 'allow', 'The pattern is empty'],
  ['bash(  )', 'deny', 'The pattern is empty'],
  ['bash(ls', 'allow', 'not of the form tool(pattern), such as bash(npm run test:*).'],
  ['bash(ls) x', 'deny', 'not of the form tool(pattern)'],
  ['bash(a\0b)', 'allow', 'NUL'],
  [`bash(${'a'.repeat(5000)})`, 'allow', '5006 characters'],
  ['bash(ls\u{200b})', 'allow', 'cannot be seen'],
  ['bash(cd * && npm test)', 'allow', 'may not mix * with shell operators'],
  ['bash(echo $(ls *))', 'allow', 'may not mix * with shell operators'],
  ['bash(ls | )', 'allow', undefined],
  ['bash(* | )', 'deny', undefined],
  ['bash(| * x)', 'deny', 'no command beside it'],
  ['bash(echo "a *)', 'allow', 'A quote is not closed'],
  ['bash(A=1 *)', 'allow', undefined],
  ['bash(:*)', 'allow', undefined],
  ['file_read(~root/x)', 'deny', 'Another user’s home'],
  ['file_read(./**/../x)', 'allow', 'may not go up with ..'],
  [`file_read(${'{a,b}'.repeat(7)})`, 'deny', 'more than 64 paths'],
  ['web_fetch(https://exa*mple.com/*)', 'allow', 'not a host name'],
  ['web_fetch(domain:*.*.com)', 'allow', 'not a host name'],
  ['web_fetch(example.com)', 'allow', 'domain:host or scheme://host/path'],
  ['web_fetch(https://u:p@h/)', 'allow', 'credentials'],
  ['web_fetch(https://h/a/../b)', 'allow', '. or .. as a folder'],
] as const)('answers for %j as %s', (text, effect, reason) => {
  const parsed = parseRule(text, effect);
  if (reason === undefined) expect(parsed.ok).toBe(true);
  else expect(parsed).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
});

test('holds a pattern to the kind it is for', () => {
  expect(parseRule('mcp__x__y(free text)').ok).toBe(true);
  expect(parseRule('mcp__x__y(free text)', 'allow', 'json')).toMatchObject({ ok: false });
  expect(parseRule('mcp__x__y(repo:acme/*)', 'allow', 'json').ok).toBe(true);
});

test('warns that a bare name denies the whole tool', () => {
  expect(parseRule('bash', 'deny')).toMatchObject({
    ok: true,
    pattern: '*',
    warnings: ['bash alone is read as bash(*).'],
  });
});
