import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { messageOf } from '../../base/message-of.ts';

/** Maximum length of a pattern, in characters. */
const MAX_PATTERN = 4096;

/** Maximum size of a compiled program, since a pattern may ask for thousands of repetitions. */
const MAX_PROGRAM = 4000;

/** Maximum number of cached patterns. */
const MAX_KEPT = 500;

/** A pattern that is matched in time linear to the length of the text. */
export interface LinearPattern {
  /** The maximum work per character. */
  readonly size: number;
  test(text: string): boolean;
}

/** A pattern that cannot be matched in linear time; the message says why. */
export class UnsupportedPattern extends Error {}

const kept = new LRUCache<string, LinearPattern | UnsupportedPattern>({ max: MAX_KEPT });

/**
 * Compiles a pattern of JSON Schema (ECMAScript with the flag `u`) for an engine that never
 * backtracks. Such an engine has no lookaround and no back-references, except that lookaheads at
 * the very beginning, as in `^(?=.*\d)(?!.*\s).{8,}$`, are compiled as separate patterns.
 *
 * @throws UnsupportedPattern for an unsupported or invalid pattern.
 */
export function compilePattern(source: string): LinearPattern {
  const made = kept.get(source) ?? make(source);
  if (source.length <= MAX_PATTERN) kept.set(source, made);
  if (made instanceof UnsupportedPattern) throw made;
  return made;
}

function make(source: string): LinearPattern | UnsupportedPattern {
  try {
    if (source.length > MAX_PATTERN) {
      throw new UnsupportedPattern(`is longer than ${MAX_PATTERN} characters`);
    }
    if (programSizeOf(source) > MAX_PROGRAM) throw new UnsupportedPattern('repeats too much');
    const { parts, rest } = splitLookaheads(source);
    const tests = [{ negative: false, regex: compile(rest) }].concat(
      parts.map(({ negative, body }) => ({ negative, regex: compile(`^(?:${body})`) })),
    );
    const size = tests.reduce((sum, { regex }) => sum + regex.programSize(), 0);
    if (size > MAX_PROGRAM) throw new UnsupportedPattern('repeats too much');
    return {
      size,
      test: (text) => tests.every(({ negative, regex }) => regex.test(text) !== negative),
    };
  } catch (error) {
    if (error instanceof UnsupportedPattern) return error;
    return new UnsupportedPattern(messageOf(error));
  }
}

function compile(source: string): RE2JS {
  const translated = translate(source);
  try {
    return RE2JS.compile(RE2JS.translateRegExp(translated));
  } catch (error) {
    const { message } = error as Error;
    throw new UnsupportedPattern(message.replace(/^error parsing regexp: /, 'has an '));
  }
}

interface Lookahead {
  readonly negative: boolean;
  readonly body: string;
}

/** Splits off the lookaheads directly after a leading `^`. All of them apply at the start. */
function splitLookaheads(source: string): { parts: readonly Lookahead[]; rest: string } {
  const parts: Lookahead[] = [];
  if (!source.startsWith('^')) return { parts, rest: source };
  let at = 1;
  while (source.startsWith('(?=', at) || source.startsWith('(?!', at)) {
    const end = endOfGroup(source, at);
    // A quantifier or an alternative after it changes its meaning.
    if (end === -1 || '*+?{'.includes(source[end + 1] ?? '|')) return { parts: [], rest: source };
    parts.push({ negative: source[at + 2] === '!', body: source.slice(at + 3, end) });
    at = end + 1;
  }
  const rest = `^${source.slice(at)}`;
  return parts.length > 0 && hasAlternative(rest) ? { parts: [], rest: source } : { parts, rest };
}

/** Calls `visit` for each character that is neither escaped nor in a class, with its group depth. */
function scan(source: string, from: number, visit: (at: number, depth: number) => boolean): void {
  let depth = 0;
  let inClass = false;
  for (let at = from; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else {
      if (character === '(') depth += 1;
      if (character === ')') depth -= 1;
      if (visit(at, depth)) return;
    }
  }
}

/**
 * An estimate of the program's size: a part that is repeated a hundred times counts a hundred
 * times.
 */
function programSizeOf(source: string): number {
  const open: number[] = [];
  let total = 0;
  /** Size of the last part, which a quantifier would repeat. */
  let last = 0;
  const add = (size: number): void => {
    total += size;
    last = size;
  };
  for (const [token, , count] of source.matchAll(PIECE)) {
    if (token === '(') {
      open.push(total);
      total = 0;
      last = 0;
    } else if (token === ')') {
      const size = total;
      total = open.pop() ?? 0;
      add(size + 2);
    } else if (count === undefined) {
      add(1);
    } else {
      const [least = '0', most = least] = count.split(',');
      total += last * Math.max(0, Math.max(Number(least), Number(most)) - 1);
    }
  }
  return total;
}

/** A character class, an escape, a quantifier with counts, or one character. */
const PIECE = /(\\[^]|\[(?:\\[^]|[^\]\\])*\])|\{(\d+(?:,\d*)?)\}|[^]/gu;

/** The index of the end of the group that begins at `start`; -1 if it is not closed. */
function endOfGroup(source: string, start: number): number {
  let end = -1;
  scan(source, start, (at, depth) => {
    if (depth === 0) end = at;
    return depth === 0;
  });
  return end;
}

function hasAlternative(source: string): boolean {
  let found = false;
  scan(source, 0, (at, depth) => {
    found ||= depth === 0 && source[at] === '|';
    return found;
  });
  return found;
}

const SPACE = String.raw`\t\n\x0b\f\r \xa0\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const NO_SPACE = String.raw`\x00-\x08\x0e-\x1f\x21-\x9f\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
const NO_LINE_END = String.raw`[^\n\r\x{2028}\x{2029}]`;
const ESCAPE =
  /\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\[pP]\{(?:Script|sc|General_Category|gc)=(\w+)\}|\\[^]|\[\^?|\]|\./gu;

/**
 * Translates what ECMAScript and RE2 write differently: `\s`, `.`, surrogate pairs and script
 * names.
 */
function translate(source: string): string {
  let inClass = false;
  return source.replaceAll(ESCAPE, (token, high?: string, low?: string, property?: string) => {
    if (high !== undefined && low !== undefined) {
      const code = (Number.parseInt(high, 16) - 0xd800) * 0x400 + Number.parseInt(low, 16) - 0xdc00;
      return `\\x{${(code + 0x10000).toString(16)}}`;
    }
    if (property !== undefined) return `${token.slice(0, 2)}{${property}}`;
    if (token === '\\s') return inClass ? SPACE : `[${SPACE}]`;
    if (token === '\\S') return inClass ? NO_SPACE : `[${NO_SPACE}]`;
    if (token.startsWith('[')) {
      if (inClass) return token === '[' ? '\\[' : '\\[^';
      inClass = true;
    }
    if (token === ']') inClass = false;
    if (token === '.' && !inClass) return NO_LINE_END;
    return token;
  });
}
