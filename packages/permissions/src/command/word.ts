import type {
  DoubleQuotedChild,
  LocaleStringPart,
  ParameterExpansionPart,
  Word,
  WordPart,
} from 'unbash';
import { OPEN, PATTERN, QUOTED, STATIC, UNSAFE, VARIABLE, type Knowledge } from './line.ts';

/** A word after quote removal. */
export interface ReadWord {
  /** The value; for a dynamic word, its source text as the shell parser has it. */
  readonly value: string;
  readonly knowledge: Knowledge;
  /** The literal text before the first dynamic piece. */
  readonly lead: string;
}

/** A word without any of these contains only quotes and escapes. */
const DYNAMIC_CHARACTERS = /[$`*?[{(<>]/;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** `$NAME`. */
const PLAIN_PARAMETER = /^\$[A-Za-z_][A-Za-z0-9_]*$/;

/** The special parameters whose value is always a number. */
const NUMBER_PARAMETER = /^\$[?#$!]$/;

/** Whether a text may contain expansions or patterns, and not only quotes and escapes. */
export function mayExpand(text: string): boolean {
  return DYNAMIC_CHARACTERS.test(text);
}

/** Determines how much of a word is known, and its value as far as it is known. */
export function readWord(word: Word): ReadWord {
  const parts = mayExpand(word.text) ? word.parts : undefined;
  if (parts === undefined) return known(word.value);
  const [knowledge, lead] = readParts(parts, false);
  return knowledge === STATIC ? known(word.value) : { value: word.value, knowledge, lead };
}

function known(value: string): ReadWord {
  return { value, knowledge: STATIC, lead: value };
}

function readParts(
  parts: readonly (WordPart | DoubleQuotedChild)[],
  quoted: boolean,
): [Knowledge, string] {
  let knowledge: Knowledge = STATIC;
  let lead = '';
  for (const part of parts) {
    const [piece, text] = readPart(part);
    if (knowledge === STATIC) lead += text;
    // Quotes keep a value in one word.
    const kept = quoted && piece === VARIABLE ? QUOTED : piece;
    if (kept > knowledge) knowledge = kept;
  }
  return [knowledge, lead];
}

function readPart(part: WordPart | DoubleQuotedChild): [Knowledge, string] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [STATIC, part.value];
    case 'DoubleQuoted':
      return readParts(part.parts, true);
    case 'SimpleExpansion':
      if (NUMBER_PARAMETER.test(part.text)) return [QUOTED, ''];
      return [PLAIN_PARAMETER.test(part.text) ? VARIABLE : OPEN, ''];
    case 'ParameterExpansion':
      return [isUnsafe(part) ? UNSAFE : VARIABLE, ''];
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      return [VARIABLE, ''];
    case 'LocaleString':
      return [UNSAFE, ''];
    case 'Glob':
    case 'BraceExpansion':
      return [readPattern(part.parts), ''];
    case 'ExtendedGlob':
    case 'ArithmeticExpansion':
      return [OPEN, ''];
  }
}

/** How much is known of a glob or of braces, which may contain expansions. */
function readPattern(parts: readonly WordPart[] | undefined): Knowledge {
  let knowledge: Knowledge = PATTERN;
  for (const part of parts ?? []) {
    const [piece] = readPart(part);
    if (piece > knowledge) knowledge = piece === VARIABLE ? OPEN : piece;
  }
  return knowledge;
}

/** Whether an expansion does more than insert the value of a variable. */
export function isUnsafe(part: ParameterExpansionPart | LocaleStringPart): boolean {
  return (
    part.type === 'LocaleString' ||
    part.prefix !== undefined ||
    part.index !== undefined ||
    part.operation !== undefined ||
    !NAME.test(part.parameter)
  );
}
