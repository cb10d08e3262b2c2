import { visiblePieces, visibleString } from '@hitl/client/view';
import { render } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import './testing.fixture.tsx';
import { VisibleText } from './visible-text.tsx';

const shown = (text: string, mode?: 'code' | 'prose'): string => {
  const { container } = render(<VisibleText text={text} {...(mode && { mode })} />);
  return container.textContent;
};

test.each([
  ['a right-to-left override', 'a\u202Eb', 'a\\u{202e}b'],
  ['a zero-width space', 'rm\u200B -rf', 'rm\\u{200b} -rf'],
  ['a variation selector of plane 14', 'x\u{E0100}y', 'x\\u{e0100}y'],
  ['a tag character', '\u{E0041}', '\\u{e0041}'],
  ['an ANSI escape', '\u001b[2K', '\\u{1b}[2K'],
  ['a carriage return', 'safe\rrm', 'safe\\u{d}rm'],
  ['a backspace', 'a\b', 'a\\u{8}'],
  ['a C1 control', '\u009b', '\\u{9b}'],
  ['a no-break space', 'a\u00A0b', 'a\\u{a0}b'],
  ['a Hangul filler', '\u3164', '\\u{3164}'],
  ['a blank of Braille', '\u2800', '\\u{2800}'],
  ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
  ['a lone surrogate', 'a\uD800b', 'a\\u{d800}b'],
  ['a byte order mark', '\uFEFFa', '\\u{feff}a'],
  ['a private-use character', '\uE000', '\\u{e000}'],
])('escapes %s', (_, text, expected) => {
  expect(shown(text)).toBe(expected);
});

test('keeps letters of every script, tabs, line ends and plain emoji', () => {
  const text = 'Ångström, 日本語, مرحبا, हिन्दी\n\tnpm run build 🚀';
  expect(shown(text)).toBe(text);
});

test('keeps the joiners of emoji and Persian in prose, and none in code', () => {
  const text = '👩‍🚀 👩🏽‍🚀 🏳️‍🌈 ❤️ می‌خواهم';
  expect(shown(text, 'prose')).toBe(text);
  expect(shown(text)).toBe(
    '👩\\u{200d}🚀 👩🏽\\u{200d}🚀 🏳\\u{fe0f}\\u{200d}🌈 ❤\\u{fe0f} می\\u{200c}خواهم',
  );
});

test('counts empty lines and spaces that would push the rest out of view', () => {
  expect(shown(`ls${'\n'.repeat(500)}rm`)).toBe('ls\n⟨499 blank lines⟩\nrm');
  expect(shown(`ls${' '.repeat(80)}rm`)).toBe('ls⟨80 spaces⟩rm');
  expect(shown('a\n\n\nb')).toBe('a\n\n\nb');
});

test('the marker of blank lines is a line of its own, so that its background shows on no other', () => {
  const { container } = render(<VisibleText text={`ls${'\n'.repeat(9)}rm`} />);
  const marker = container.querySelector('[data-hitl-part="escape"]');
  expect(marker?.textContent).toBe('⟨8 blank lines⟩');
  expect(container.textContent).toBe('ls\n⟨8 blank lines⟩\nrm');
});

test('escapes combining marks after the fourth', () => {
  expect(shown(`e${'\u0301'.repeat(6)}`)).toBe(`e${'\u0301'.repeat(4)}\\u{301}\\u{301}`);
  expect(shown(`e${'\u{1D167}'.repeat(5)}`)).toBe(`e${'\u{1D167}'.repeat(4)}\\u{1d167}`);
  expect(shown('\u0301\u0301e\u0301\u0301\u0301')).toBe('\u0301\u0301e\u0301\u0301\u0301');
});

test('a text of countless hidden characters is a single element, in which all are escaped', () => {
  const { container } = render(<VisibleText text={'a\u202E'.repeat(100_000)} />);
  expect(container.textContent).toBe('a\\u{202e}'.repeat(100_000));
  expect(container.querySelectorAll('*')).toHaveLength(2);
});

test('renders markup as text', () => {
  const { container } = render(<VisibleText text={'<img src=x onerror="alert(1)"><b>bold</b>'} />);
  expect(container.querySelector('img, b')).toBeNull();
  expect(container).toHaveTextContent('<img src=x onerror="alert(1)"><b>bold</b>');
});

const HIDDEN = /(?![\n\t ])[\p{C}\p{Z}\p{DI}]/u;

test('leaves no invisible character in the page, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const pieces = visiblePieces(text);
      const seen = pieces.map((piece) => ('text' in piece ? piece.text : '')).join('');
      return !HIDDEN.test(seen);
    }),
  );
});

test('loses nothing: the kept and escaped pieces make up the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-composite', maxLength: 80 }), (text) => {
      const again = visiblePieces(text)
        .map((piece) => {
          if (piece.kind === 'text') return piece.text;
          if (piece.kind === 'escape') {
            return String.fromCodePoint(Number.parseInt(piece.text.slice(3, -1), 16));
          }
          return piece.kind === 'spaces' ? ' '.repeat(piece.count) : '\n'.repeat(piece.count + 1);
        })
        .join('');
      expect(again).toBe(text);
    }),
  );
});

test('is fast for very long texts', () => {
  const nasty = `${' '.repeat(59)}\n`.repeat(20_000);
  expect(visiblePieces(nasty).length).toBeGreaterThan(0);
});

test('shows invisible characters in labels too', () => {
  expect(visibleString('Allow \u202Ehsab?')).toBe('Allow \\u{202e}hsab?');
});
