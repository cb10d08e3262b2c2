import { isExactNumber } from '@hitl/protocol/fold';
import { MAX_DEPTH } from '../base/shallow.ts';

/** Maximum number of keys of all objects together. */
const MAX_KEYS = 2000;

/** Maximum number of elements of all arrays together: a schema may report an issue for each. */
const MAX_ELEMENTS = 20_000;

const LONE_SURROGATE = /[\ud800-\udfff]/u;
const NUMBER_START = '-0123456789';
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Returns why JSON text must not be parsed: too deep, too many keys or elements, a duplicate key or
 * `__proto__`, or a number or string that cannot be represented. `null`: it may be parsed. Invalid
 * JSON passes too, since `JSON.parse` reports it. The text is scanned once, without recursion:
 * 4,000,000 brackets are refused at the 65th, before a parser, schema or serializer sees them.
 */
export function checkJson(text: string): string | null {
  /** The keys of each open object; `null` for an open array. */
  const open: (Set<string> | null)[] = [];
  let keyCount = 0;
  let elementCount = 0;
  let expectsKey = false;

  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '{':
      case '[':
        if (open.length === MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
        expectsKey = text[at] === '{';
        open.push(expectsKey ? new Set() : null);
        break;
      case '}':
      case ']':
        open.pop();
        expectsKey = false;
        break;
      case ',':
        expectsKey = open.at(-1) instanceof Set;
        if (!expectsKey) elementCount += 1;
        // Each element but the last of its array ends at a comma.
        if (elementCount >= MAX_ELEMENTS) return `has more than ${MAX_ELEMENTS} elements in lists`;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (end === -1) return null;
        const raw = text.slice(at, end + 1);
        at = end;
        const value = raw.includes('\\') ? decoded(raw) : raw.slice(1, -1);
        if (value === null) return null;
        if (raw.includes('\\u') && LONE_SURROGATE.test(value)) {
          return 'has a string with a lone surrogate (half a character)';
        }
        if (!expectsKey) break;
        expectsKey = false;
        keyCount += 1;
        if (keyCount > MAX_KEYS) return `has more than ${MAX_KEYS} keys`;
        if (value === '__proto__') return 'has the key "__proto__"';
        const keys = open.at(-1);
        if (keys?.has(value) === true)
          return `has the key ${JSON.stringify(value)} twice in one object`;
        keys?.add(value);
        break;
      }
      default: {
        if (!NUMBER_START.includes(text[at] ?? ' ')) break;
        NUMBER.lastIndex = at;
        const number = NUMBER.exec(text)?.[0];
        if (number === undefined) return null;
        if (!Number.isFinite(Number(number))) return 'has a number that is too large';
        if (!isExactNumber(number)) {
          return `has a number that cannot be represented exactly: ${number.slice(0, 60)}`;
        }
        at += number.length - 1;
      }
    }
  }
  return null;
}

/** The index of the end of the string that begins at `start`; -1 if it is not closed. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}

function decoded(raw: string): string | null {
  try {
    return String(JSON.parse(raw));
  } catch {
    return null;
  }
}
