import { expect, test } from 'vitest';
import { escapeHidden, foldCase, hasHiddenText, plainReading, trimBlanks } from './unicode.ts';

const HIDDEN: readonly [string, string][] = [
  ['zero-width space', 'a\u{200b}b'],
  ['right-to-left override', 'a\u{202e}b'],
  ['variation selector supplement', 'a\u{e0100}b'],
  ['tag', 'a\u{e0041}b'],
  ['escape', 'a\u{1b}[2Kb'],
  ['carriage return', 'a\rb'],
  ['line separator', 'a\u{2028}b'],
  ['no-break space', 'a\u{a0}b'],
  ['soft hyphen', 'a\u{ad}b'],
  ['byte order mark', '\u{feff}a'],
  ['Hangul filler', 'a\u{3164}b'],
  ['Braille blank', 'a\u{2800}b'],
  ['lone surrogate', 'a\ud800b'],
  ['C1 control', 'a\u{85}b'],
  ['joiner between letters', 'a\u{200d}b'],
  ['emoji selector behind a letter', 'a\u{fe0f}b'],
];

test.each(HIDDEN)('sees a hidden %s', (_, text) => {
  expect(hasHiddenText(text)).toBe(true);
});

test.each(['npm run test', 'a\tb\nc', 'naïve café ✓ 日本語', '👩‍👩‍👧 ❤️ 👍🏽 1️⃣', 'ѕudo', ''])(
  'takes %j for what it looks like',
  (text) => {
    expect(hasHiddenText(text)).toBe(false);
    expect(escapeHidden(text)).toBe(text);
  },
);

test('shows each hidden character as its number and shortens nothing', () => {
  expect(escapeHidden('a\u{202e}b\u{e0100}\r👩‍👧\u{200b}  c')).toBe(
    String.raw`a\u{202E}b\u{E0100}\u{D}👩‍👧\u{200B}  c`,
  );
  expect(escapeHidden('\ud800x')).toBe(String.raw`\u{D800}x`);
});

test('reads text the way the most obliging reader would', () => {
  expect(plainReading('ls\u{2028}r\u{200b}m\u{a0}x')).toBe('ls\nrm x');
  expect(plainReading('ｒｍ x')).toBe('rm x');
  expect(plainReading('plain')).toBe('plain');
});

test('folds what some file system takes for one name', () => {
  expect(foldCase('SECRETS')).toBe('secrets');
  expect(foldCase('Café')).toBe(foldCase('cafe\u{301}'));
  expect(foldCase('\u{212a}ey')).toBe('key');
  expect(foldCase('ΟΔΟΣ')).toBe(foldCase('οδος'));
});

test('trims only what a shell takes for nothing', () => {
  expect(trimBlanks(' \n\tls -la\n')).toBe('ls -la');
  expect(trimBlanks('ls\r')).toBe('ls\r');
  expect(trimBlanks('   ')).toBe('');
});
