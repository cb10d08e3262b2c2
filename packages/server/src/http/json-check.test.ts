import { expect, test } from 'vitest';
import { checkJson } from './json-check.ts';
import { createRandom } from '../testing/random.ts';

test.each([
  ['{"a":[1,2,{"b":null}],"c":"x"}'],
  ['[]'],
  ['"text with { [ and \\" and , in it"'],
  ['{"a":{"k":1},"b":{"k":1},"c":[{"k":1},{"k":1}]}'],
  ['{"k":"k","v":"k"}'],
  ['["k","k"]'],
  ['{"constructor":1,"prototype":2}'],
  ['{"emoji":"\\ud83d\\ude00"}'],
  ['-1.5e308'],
  ['   {"a" : 1}  '],
  ['{"\\\\":1,"\\\\\\\\":2}'],
])('lets %s pass', (text) => {
  expect(checkJson(text)).toBe(null);
  expect(() => void JSON.parse(text)).not.toThrow();
});

test.each([
  ['{"a":1,"a":2}', 'has the key "a" twice in one object'],
  ['{"a":1,"\\u0061":2}', 'has the key "a" twice in one object'],
  ['{"a":{"b":1},"a":2}', 'has the key "a" twice in one object'],
  ['[{"a":1,"b":[{}],"a":2}]', 'has the key "a" twice in one object'],
  ['{"":1,"":2}', 'has the key "" twice in one object'],
  ['{"__proto__":{"isAdmin":true}}', 'has the key "__proto__"'],
  ['{"x":{"\\u005f_proto__":1}}', 'has the key "__proto__"'],
  ['{"x":"\\ud800"}', 'has a string with a lone surrogate (half a character)'],
  ['{"\\udc00":1}', 'has a string with a lone surrogate (half a character)'],
  ['{"x":1e400}', 'has a number that is too large'],
  ['[-1E999]', 'has a number that is too large'],
  ['{"x":-0}', 'has a number that cannot be represented exactly: -0'],
  ['[1e-400]', 'has a number that cannot be represented exactly: 1e-400'],
  ['{"x":9007199254740993}', 'has a number that cannot be represented exactly: 9007199254740993'],
])('refuses %s', (text, reason) => {
  expect(checkJson(text)).toBe(reason);
});

test('refuses the 65th level, whatever follows', () => {
  const nested = (levels: number, open: string, close: string): string =>
    open.repeat(levels) + '1' + close.repeat(levels);
  expect(checkJson(nested(64, '[', ']'))).toBe(null);
  expect(checkJson(nested(64, '{"a":', '}'))).toBe(null);
  for (const levels of [65, 5000, 1_000_000]) {
    expect(checkJson(nested(levels, '[', ']'))).toBe('is nested deeper than 64 levels');
    expect(checkJson('['.repeat(levels))).toBe('is nested deeper than 64 levels');
    expect(checkJson('{"a":'.repeat(levels))).toBe('is nested deeper than 64 levels');
  }
});

test('refuses the 2,001st key, wherever it is', () => {
  const keys = (count: number): string =>
    Array.from({ length: count }, (_, index) => `{"k":${index}}`).join(',');
  expect(checkJson(`[${keys(2000)}]`)).toBe(null);
  expect(checkJson(`[${keys(2001)}]`)).toBe('has more than 2000 keys');
});

test('refuses the 20,001st element of lists, wherever it is', () => {
  const elements = (count: number): string => '0,'.repeat(count - 1) + '0';
  expect(checkJson(`[${elements(20_000)}]`)).toBe(null);
  expect(checkJson(`[${elements(20_001)}]`)).toBe('has more than 20000 elements in lists');
  const halves = `{"a":[${elements(10_001)}],"b":[[${elements(10_001)}],"x,,,"]}`;
  expect(checkJson(halves)).toBe('has more than 20000 elements in lists');
});

test('passes invalid JSON, without hanging or throwing', () => {
  const random = createRandom(7);
  const alphabet = '{}[]",:\\u019ae-+. _pro"';
  for (let round = 0; round < 20_000; round += 1) {
    const length = Math.floor(random() * 30);
    const text = Array.from(
      { length },
      () => alphabet[Math.floor(random() * alphabet.length)] ?? '',
    ).join('');
    const unfit = checkJson(text);
    if (unfit === null) continue;
    expect(typeof unfit).toBe('string');
  }
  for (const text of ['', '"', '"\\', '{"a', '{"a"', '{"a":1', ']', '}}', '-', '1e', '"\\u12"']) {
    expect(checkJson(text), text).toBe(null);
  }
});

test('refuses exactly the keys that JSON.parse would lose', () => {
  const random = createRandom(11);
  const names = ['a', 'b', 'c', 'd'];
  let lost = 0;
  for (let round = 0; round < 2000; round += 1) {
    const value = (depth: number): { text: string; keys: number } => {
      if (depth === 0 || random() < 0.3) return { text: '1', keys: 0 };
      const parts = Array.from({ length: Math.floor(random() * 4) }, () => value(depth - 1));
      const inner = parts.reduce((sum, { keys }) => sum + keys, 0);
      if (random() < 0.5) return { text: `[${parts.map(({ text }) => text).join()}]`, keys: inner };
      const members = parts.map(
        ({ text }) => `"${names[Math.floor(random() * names.length)] ?? ''}":${text}`,
      );
      return { text: `{${members.join()}}`, keys: inner + parts.length };
    };
    const { text, keys } = value(4);
    const kept = countKeys(JSON.parse(text));
    if (kept < keys) lost += 1;
    expect(checkJson(text) === null, text).toBe(kept === keys);
  }
  expect(lost).toBeGreaterThan(100);
});

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, item) => sum + countKeys(item), 0);
  return inner + (Array.isArray(value) ? 0 : Object.keys(value).length);
}
