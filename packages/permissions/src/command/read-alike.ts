import { BASH, CALCULATES, LOOP, OTHERS, RICHER, TIED_WORD } from '../programs/shells.ts';
import type { SimpleCommand } from './line.ts';

/**
 * Whether a shell reads a script as bash does. dash has no `$'…'`, so that what looks like a quote there is
 * code; for it, `[[` and `((` are a command and a subshell, and `&>` is two operators. zsh runs code in
 * patterns such as `*(e:…:)`. So only what all shells share is accepted; `false` may also mean that a script
 * is merely unusual.
 * @param commands - those in the text
 */
export function readsAsBash(
  text: string,
  shell: string,
  commands: readonly Pick<SimpleCommand, 'words' | 'span'>[],
): boolean {
  if (shell === BASH) return true;
  if (OTHERS.has(shell)) return false;
  // zsh runs `cat` or a pager for a redirection by itself.
  const bare = ({ words, span: [from] }: Pick<SimpleCommand, 'words' | 'span'>): boolean =>
    words.length === 0 && /[<>&\d]/.test(text[from] ?? '');
  if (shell === 'zsh' && commands.some(bare)) return false;
  if (/[$`]/.test(text)) {
    if (RICHER.has(shell)) return false;
    const calculates = commands.some(({ words }) => words.some((word) => CALCULATES.has(word)));
    if (shell === 'zsh' && (calculates || /\$[=~^+#:]|\b(?:COLUMNS|LINES)=/.test(text)))
      return false;
  }
  return isShared(text) && !(shell === 'zsh' && (LOOP.test(text) || commands.some(setsTied)));
}

/** Whether a builtin sets a variable with a meaning of its own in zsh; `print -v` may set any variable. */
function setsTied({ words }: Pick<SimpleCommand, 'words'>): boolean {
  if (words.includes('print') && words.some((word) => /^-\w*v/.test(word))) return true;
  const sets = words.some((word) => /^(?:read|getopts|vared|printf)$/.test(word));
  return sets && words.some((word) => TIED_WORD.test(word));
}

/** A here-document whose text is taken as it is. */
const DOCUMENT = /<<[ \t]*(?:'([\w.-]+)'|"([\w.-]+)")(?=[^'"\\`$<\n]*\n)/y;

/** What may come after `$`: a name, which no subscript follows, or a special parameter. */
const PARAMETER = /(?:[A-Za-z_]\w*(?![\w[])|\{[A-Za-z_]\w*\}|[\d?$!@*])/y;
const INPUT = /<(?:&\d(?![\w-])|[ \t]*(?=[A-Za-z_./~"'$]))/y;
const OUTPUT = />(?:&(?:\d(?![\w-])|-(?![\w-]))|(?:>|\|)?[ \t]*(?=[\w./~"'$-]))/y;
/** A home folder, and no user or variable. */
const HOME = /~(?=[/\s;&|)]|$)/y;
/** Characters outside quotes that mean the same everywhere. */
const WORD = /[\w./:,%^@+*?\]-]/;

/** Whether a text consists of what all shells read in the same way. */
function isShared(text: string): boolean {
  /** What is open: double quotes, and substitutions or subshells. */
  const open: ('"' | '(')[] = [];
  /** The line that ends a here-document, which begins on the next line. */
  let closing: string | undefined;
  /** Whether a word, or a command, may begin here. */
  let fresh = true;
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return false;
    at += found[0].length;
    return true;
  };
  /** Skips an expansion; `false` if shells differ about it. */
  const expand = (quoted: boolean): boolean => {
    at += 1;
    if (text[at] === '(') {
      if (text[at + 1] === '(') return false;
      open.push('(');
      fresh = true;
      at += 1;
      return true;
    }
    fresh = false;
    if (skip(PARAMETER)) return true;
    const next = text[at];
    // A dollar sign by itself.
    return next === undefined || (quoted ? !/[[{#\w-]/.test(next) : /\s/.test(next));
  };
  while (at < text.length) {
    const character = text[at] ?? '';
    const next = text[at + 1] ?? '';
    let size = 1;
    let begins = false;
    if (character === '`') return false;
    // zsh expands `''=command` and `''~user` too.
    if (/['"][=~]/.test(text.slice(at - 1, at + 1)) && open.at(-1) !== '"') return false;
    if (character === '$') {
      if (!expand(open.at(-1) === '"')) return false;
      continue;
    }
    if (character === '\\') {
      if (next === '') return false;
      // A continued line leaves off where it was.
      begins = fresh && next === '\n';
      size = 2;
    } else if (character === '"') {
      if (open.at(-1) === '"') open.pop();
      else open.push('"');
    } else if (open.at(-1) === '"') begins = fresh;
    else if (character === '<' && next === '<') {
      DOCUMENT.lastIndex = at;
      const [found = '', single, double] = DOCUMENT.exec(text) ?? [];
      closing = single ?? double;
      if (closing === undefined) return false;
      size = found.length;
      begins = fresh;
    } else if (character === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) return false;
      size = end + 1 - at;
    } else if (character === '\n' && closing !== undefined) {
      const end = `\n${text}\n`.indexOf(`\n${closing}\n`, at + 1);
      if (end < 0) return false;
      begins = true;
      size = end + closing.length - at;
      closing = undefined;
    } else if (/[ \t\n]/.test(character)) begins = true;
    else if (character === '(') {
      if (!fresh || text[at - 1] === '(' || next === '(') return false;
      open.push('(');
      begins = true;
    } else if (character === ')') {
      if (open.pop() !== '(') return false;
    } else if ('<>~'.includes(character)) {
      const word = character === '~' && !fresh && !/[=:]/.test(text[at - 1] ?? '');
      const pattern = character === '<' ? INPUT : character === '>' ? OUTPUT : HOME;
      if (!word && !skip(pattern)) return false;
      size = word ? 1 : 0;
      begins = character !== '~';
    } else if ('&|;'.includes(character)) {
      if (next === character && character !== ';') size = 2;
      else if (/[&|;!>]/.test(next)) return false;
      begins = true;
    } else if ('{}'.includes(character)) {
      // A group, or the `{}` of find; a list in braces is a word to some shells.
      if (next === '}' && character === '{') size = 2;
      else if (!fresh || !/[\s;&|)]|$/y.test(next)) return false;
    } else if (character === '!') {
      if (fresh && !/[\s=]/.test(next)) return false;
    } else if (character === '=') {
      if ((fresh && !/\s/.test(next)) || /[+\]=]/.test(text[at - 1] ?? '')) return false;
    } else if (character === '[') {
      if (next === '[') return false;
    } else if (!WORD.test(character)) return false;
    at += size;
    fresh = begins;
  }
  return open.length === 0;
}
