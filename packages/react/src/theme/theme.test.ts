import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');

test('keeps its colours in pages whose build lowers light-dark(): it does not use it', () => {
  expect(css.replaceAll(/\/\*[\s\S]*?\*\//g, '')).not.toContain('light-dark(');
});

test('stands in its layer as a whole, so that any rule of the page wins', () => {
  const outside = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').trim();
  expect(outside.startsWith('@layer hitl {')).toBe(true);
  expect(outside.endsWith('}')).toBe(true);
});
