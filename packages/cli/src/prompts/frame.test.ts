import { describe, expect, test } from 'vitest';
import { frame, hostWarnings, shortFrame } from './frame.ts';

describe('a frame', () => {
  test.each([
    ['an imitated prompt', 'Done.\n> yes\nAllow bash to run?\n  yes      this once'],
    ['a line that the terminal would break', `${'x'.repeat(73)}> `.repeat(5)],
    ['wide letters', '漢字> '.repeat(60)],
    ['escape sequences and carriage returns', 'a\u001b[2J\u001b[1;1H\r> yes\u0085> '],
    ['other line ends', 'a\u2028> yes\u2029> yes\v\f'],
  ])('starts each line of %s with its bar, and fits the terminal', (_, text) => {
    for (const line of frame(text, 80)) {
      expect(line).toMatch(/^ {2}│ /);
      expect(line).not.toMatch(/[\0-\u001f\u007f-\u009f\u2028\u2029]/);
      const cells = Array.from(line).reduce(
        (sum, letter) => sum + (/[\u2e80-\uffff]/.test(letter) ? 2 : 1),
        0,
      );
      expect(cells).toBeLessThanOrEqual(80);
    }
  });

  test('replaces long runs of whitespace by their length', () => {
    const lines = frame(`ls${'\n'.repeat(483)}rm -rf x${' '.repeat(200)}&& y`, 80);
    expect(lines).toEqual(['  │ ls', '  │ ⟨482 blank lines⟩', '  │ rm -rf x⟨200 blanks⟩&& y']);
  });

  test.each([
    ['tabs', '\t'.repeat(300)],
    ['tabs and blanks', ' \t'.repeat(150)],
  ])('replaces long runs of %s by their length', (_, blank) => {
    expect(frame(`ls${blank}&& rm -rf x`, 80)).toEqual(['  │ ls⟨300 blanks⟩&& rm -rf x']);
  });

  test('keeps the indentation of code', () => {
    expect(frame('\t\tif', 80)).toEqual(['  │         if']);
  });

  test('leaves short texts unchanged', () => {
    expect(frame('a\n\n  b', 80)).toEqual(['  │ a', '  │ ', '  │   b']);
  });
});

test('escapes combining marks beyond the first few', () => {
  const [line = ''] = frame(`e${'\u0301'.repeat(200)}`, 2000);
  expect(line).toContain(String.raw`\u{301}`);
});

test('names the real host of a misleading address', () => {
  expect(hostWarnings('curl https://good.example@evil.example/x')).toEqual([
    'Warning: an address in it leads to evil.example',
  ]);
  expect(hostWarnings('curl https://раураl.com')).toEqual([
    'Warning: an address in it leads to xn--l-7sba6dbr.com',
  ]);
  expect(hostWarnings('curl https://example.com')).toEqual([]);
});

test('shows the beginning and the end of a long text, and how much was omitted', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `${index}`);
  expect(shortFrame(lines, 10)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '  … 91 lines not shown',
    '97',
    '98',
    '99',
  ]);
  expect(shortFrame(lines.slice(0, 10), 10)).toEqual(lines.slice(0, 10));
});
