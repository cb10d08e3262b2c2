import type { Glob } from '../glob.ts';
import { closingQuote, decodeExact } from './exact-text.ts';

/** A word to compare: a literal, or literal pieces between stars. Two empty pieces match any word. */
export type WordPattern = string | Glob;

/** The pattern of one simple command. */
export interface CommandPattern {
  /** Leading `NAME=value`, as written. */
  readonly assignments: readonly string[];
  readonly words: readonly WordPattern[];
  /** Whether further words are accepted. */
  readonly rest: boolean;
  /** Whether the last word may be continued after a `:` (`npm run test:*`). */
  readonly family: boolean;
}

/** A pattern with operators: a sequence of commands and the operators between them. */
export interface LinePattern {
  readonly commands: readonly CommandPattern[];
  readonly operators: readonly string[];
}

/** The readings of a pattern; matching one of them is enough. */
export interface CompiledCommand {
  /** Set if there is no wildcard: the whole command text that it equals. */
  readonly text: string | undefined;
  readonly command: CommandPattern | undefined;
  /** Only for deny and ask rules. */
  readonly line: LinePattern | undefined;
}

/** Most words with stars between two lone stars; more would make matching slow. */
const MAX_WORDS_BETWEEN_STARS = 16;

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;

interface Lexed {
  readonly words: WordPattern[];
  /** Operators, each with the number of words before it. */
  readonly operators: { readonly text: string; readonly at: number }[];
  /** Whether a word contains an unquoted `$`, so that it cannot equal a static word. */
  readonly dynamic: boolean;
  readonly closed: boolean;
  readonly family: boolean;
}

/** Parses a command pattern, or returns the reason why it is invalid. */
export function compileCommand(
  pattern: string,
  effect: 'allow' | 'deny' | 'ask',
): CompiledCommand | string {
  const source = pattern.trim();
  const lexed = lex(source);
  const wild = lexed.family || lexed.words.some((word) => typeof word !== 'string');
  if (!lexed.closed) {
    if (/(?<!\\)\*/.test(source))
      return 'A quote is not closed, so it is unclear which * is a wildcard.';
    return { text: decodeExact(source), command: undefined, line: undefined };
  }
  const text = wild ? undefined : decodeExact(source);
  const allows = effect === 'allow';
  if (lexed.operators.length > 0) {
    if (wild && allows) {
      return 'An allow pattern may not mix * with shell operators; write one rule for each command.';
    }
    const line = allows ? undefined : lineOf(lexed);
    if (wild && line === undefined) return 'The pattern has an operator with no command beside it.';
    return { text, command: undefined, line };
  }
  if (lexed.dynamic && allows && !wild) return { text, command: undefined, line: undefined };
  const command = commandOf(lexed.words, lexed.family);
  return typeof command === 'string' ? command : { text, command, line: undefined };
}

function lex(source: string): Lexed {
  const family = /(?<=[^\s\\]):\*$/.test(source) && !source.endsWith('\\:*');
  const text = family ? source.slice(0, -2) : source;
  const words: WordPattern[] = [];
  const operators: { text: string; at: number }[] = [];
  let parts: string[] | undefined;
  let dynamic = false;
  let closed = true;
  const literal = (piece: string): void => {
    parts ??= [''];
    parts[parts.length - 1] += piece;
  };
  const finish = (): void => {
    if (parts !== undefined) words.push(parts.length === 1 ? (parts[0] ?? '') : parts);
    parts = undefined;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (character === ' ' || character === '\t') finish();
    else if (character === '\\' && next !== '') {
      literal(next);
      at += 1;
    } else if (character === "'" || character === '"') {
      const end = closingQuote(text, at);
      if (end < 0) {
        closed = false;
        break;
      }
      const inside = text.slice(at + 1, end);
      if (character === '"' && /(?<!\\)[$`]/.test(inside)) dynamic = true;
      literal(character === '"' ? inside.replace(/\\(["\\$`])/g, '$1') : inside);
      at = end;
    } else if (character === '*') {
      parts ??= [''];
      // Several stars in a row are equivalent to one.
      if (parts.length === 1 || parts.at(-1) !== '') parts.push('');
    } else if (';&|<>\n`'.includes(character) || (character === '$' && next === '(')) {
      finish();
      const operator =
        /^(?:&&|\|\||\|&|[;&|<>\n`]|\$\()/.exec(text.slice(at, at + 2))?.[0] ?? character;
      operators.push({ text: operator, at: words.length });
      at += operator.length - 1;
    } else {
      if (character === '$') dynamic = true;
      literal(character);
    }
  }
  finish();
  return { words, operators, dynamic, closed, family };
}

function commandOf(lexed: readonly WordPattern[], family: boolean): CommandPattern | string {
  const assignments: string[] = [];
  for (const word of lexed) {
    if (typeof word !== 'string' || !ASSIGNMENT.test(word)) break;
    assignments.push(word);
  }
  const words = lexed.slice(assignments.length);
  const last = words.at(-1) ?? '';
  const endsInStar = typeof last !== 'string' && last.at(-1) === '';
  if (isLoneStar(last) && words.length > 1) words.pop();
  if (words.length === 0) return 'The pattern names no command.';
  let between = 0;
  const starred = words.some(isLoneStar);
  for (const word of starred ? words : []) {
    between = isLoneStar(word) ? 0 : between + 1;
    if (between > MAX_WORDS_BETWEEN_STARS) {
      return `More than ${MAX_WORDS_BETWEEN_STARS} words stand between two stars.`;
    }
  }
  return { assignments, words, rest: family || endsInStar, family };
}

/** The words of a pattern before its first wildcard. */
export function literalWords({ words }: Pick<CommandPattern, 'words'>): readonly string[] {
  const wild = words.findIndex((word) => typeof word !== 'string');
  return words.slice(0, wild < 0 ? words.length : wild).map(String);
}

/** Whether a word matches any word. */
export function isLoneStar(word: WordPattern): boolean {
  return typeof word !== 'string' && word.length === 2 && word[0] === '' && word[1] === '';
}

function lineOf(lexed: Lexed): LinePattern | undefined {
  const commands: CommandPattern[] = [];
  const operators: string[] = [];
  let from = 0;
  for (const [index, operator] of [
    ...lexed.operators,
    { text: '', at: lexed.words.length },
  ].entries()) {
    const lastOne = index === lexed.operators.length;
    const words = lexed.words.slice(from, operator.at);
    const command = commandOf(words, lastOne && lexed.family);
    if (typeof command === 'string') {
      // `ls;` ends in an operator followed by nothing; no other part may be empty.
      if (lastOne && commands.length > 0 && words.length === 0) break;
      return undefined;
    }
    commands.push(command);
    if (!lastOne) operators.push(operator.text);
    from = operator.at;
  }
  return { commands, operators };
}
