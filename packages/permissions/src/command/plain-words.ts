import type { SimpleCommand } from './line.ts';

/**
 * Whether a text consists of plain words, quoted strings without special characters and command
 * separators only, and stands for exactly these commands. `false` means only that a full check is needed.
 */
export function isPlainlyWritten(text: string, commands: readonly SimpleCommand[]): boolean {
  let number = 0;
  let word = 0;
  let at = 0;
  while (at < text.length) {
    const kind = KINDS[text.charCodeAt(at)] ?? SPECIAL;
    if (kind === BLANK) at += 1;
    else if (kind === END) {
      // Only that the command ends here matters, not which operator ends it.
      if (word > 0) {
        if (!isWhole(commands[number], word)) return false;
        number += 1;
        word = 0;
      }
      at += 1;
    } else if (kind === SPECIAL) return false;
    else {
      const value = commands[number]?.words[word];
      if (value === undefined) return false;
      at = endOfWord(text, at, value);
      if (at < 0) return false;
      word += 1;
    }
  }
  if (word === 0) return number === commands.length;
  return isWhole(commands[number], word) && number + 1 === commands.length;
}

/** Whether a command has this number of words, all static, and nothing else. */
function isWhole(command: SimpleCommand | undefined, words: number): boolean {
  return (
    command !== undefined &&
    command.words.length === words &&
    command.knowledge === undefined &&
    command.assignments.length === 0 &&
    command.redirects.length === 0
  );
}

/** The end of the word that begins at `from`; -1 if its value is not `value`. */
function endOfWord(text: string, from: number, value: string): number {
  let at = from;
  let read = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = KINDS[code] ?? SPECIAL;
    if (kind === BLANK || kind === END) break;
    if (kind === SPECIAL) return -1;
    at += 1;
    if (kind === LETTER) {
      if (value.charCodeAt(read) !== code) return -1;
      read += 1;
      continue;
    }
    for (;;) {
      const inside = text.charCodeAt(at);
      // The text ends within the quotes.
      if (Number.isNaN(inside)) return -1;
      at += 1;
      if (inside === code) break;
      if (inside === DOLLAR || inside === BACKTICK || inside === BACKSLASH) return -1;
      if (value.charCodeAt(read) !== inside) return -1;
      read += 1;
    }
  }
  return read === value.length ? at : -1;
}

const SPECIAL = 0;
const LETTER = 1;
const BLANK = 2;
const END = 3;

const DOLLAR = 36;
const BACKTICK = 96;
const BACKSLASH = 92;

/** The kind of a character outside quotes, by its code. Characters beyond ASCII are special. */
const KINDS: Readonly<Uint8Array> = Uint8Array.from({ length: 128 }, (_, code) => {
  // In the order of the kinds; the last one is a quote.
  const patterns = [/[\w./:=@%+,-]/, /[ \t]/, /[;&|\n]/, /['"]/];
  return 1 + patterns.findIndex((pattern) => pattern.test(String.fromCharCode(code)));
});
