import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { realpathOf } from './realpath.ts';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hitl-realpath-')));
mkdirSync(join(dir, 'real'));
writeFileSync(join(dir, 'real/file'), '');
symlinkSync(join(dir, 'real'), join(dir, 'link'));
symlinkSync(join(dir, 'none'), join(dir, 'broken'));
symlinkSync(join(dir, 'round'), join(dir, 'round'));
afterAll(() => rmSync(dir, { recursive: true }));

test.each([
  ['real/file', 'real/file'],
  ['link/file', 'real/file'],
  ['link/new/deeper', 'real/new/deeper'],
  ['new', 'new'],
  ['broken', null],
  ['broken/below', null],
  ['round', null],
  ['round/below', null],
  ['real/file/below', null],
])('resolves %s to %j', (path, expected) => {
  expect(realpathOf(join(dir, path))).toBe(expected === null ? null : join(dir, expected));
});

test('resolves the root to itself', () => {
  expect(realpathOf('/')).toBe('/');
});
