import type { SyntaxNode } from 'unbash';

/** A node that the shell replaces by other text. */
export type Expansion = SyntaxNode & { readonly type: keyof typeof EXPANSIONS };

/** Nodes whose text a scan skips, because their contents are checked separately. */
const EXPANSIONS = {
  SimpleExpansion: true,
  ParameterExpansion: true,
  CommandExpansion: true,
  ArithmeticExpansion: true,
  ArithmeticCommandExpansion: true,
  ProcessSubstitution: true,
  AnsiCQuoted: true,
  LocaleString: true,
} as const;

/** Whether a scan has to find this node in the text. */
export function isExpansion(node: SyntaxNode): node is Expansion {
  return Object.hasOwn(EXPANSIONS, node.type);
}

/** An expansion, and whether it is inside double quotes or a similar context. */
interface FoundExpansion {
  readonly node: Expansion;
  readonly quoted: boolean;
}

/** How a piece of text is scanned. */
export interface Reading {
  /** Whether quote characters quote. They do not inside double quotes, here-documents and arithmetic. */
  readonly quotes: boolean;
  /** Whether unquoted whitespace and operators may occur in it. */
  readonly operators: boolean;
  /** Whether an unquoted `}` ends it, as in `${name:-text}`. */
  readonly braced: boolean;
  /** Whether only some characters can be escaped, as inside double quotes. */
  readonly escapes: RegExp;
}

const ANY = /[^]/;

/** An ordinary word. */
export const WORD: Reading = { quotes: true, operators: false, braced: false, escapes: ANY };
/** Text in which whitespace and operators are literal: an array index, a regular expression. */
export const FREE: Reading = { ...WORD, operators: true };
/** The operand of `${…}`. */
export const OPERAND: Reading = { ...FREE, braced: true };
/** A here-document, arithmetic, the inside of double quotes. */
export const QUOTED: Reading = { ...FREE, quotes: false, escapes: /[$`"\\\n]/ };
/** The operand of `${…}` inside double quotes. */
export const QUOTED_OPERAND: Reading = { ...QUOTED, braced: true };

/** The result of scanning a piece of text. */
export interface Scanned {
  /** Expansions in source order; the parser has to have found each of them too. */
  readonly expansions: readonly FoundExpansion[];
  /** The text after quote removal, up to its first expansion. */
  readonly lead: string;
}

/**
 * Scans text the way the shell does, using only the start and end of expansions from the parser. `undefined`
 * where the two disagree: the scan found an expansion that the parser did not, or the reverse.
 */
export function scanExpansions(
  source: string,
  from: number,
  to: number,
  reading: Reading,
  known: ReadonlyMap<number, Expansion>,
): Scanned | undefined {
  const expansions: FoundExpansion[] = [];
  let lead = '';
  let doubled = false;
  let at = from;
  const literal = (text: string): void => {
    if (expansions.length === 0) lead += text;
  };
  while (at < to) {
    const character = source[at] ?? '';
    const next = at + 1 < to ? (source[at + 1] ?? '') : '';
    const quotes = reading.quotes && !doubled;
    if (character === '\\') {
      // A trailing backslash escapes nothing within this text.
      if (next === '') return undefined;
      const escapes = doubled ? QUOTED.escapes : reading.escapes;
      if (next !== '\n') literal(escapes.test(next) ? next : character + next);
      at += 2;
    } else if (character === "'" && quotes) {
      const end = source.indexOf("'", at + 1);
      if (end < 0 || end >= to) return undefined;
      literal(source.slice(at + 1, end));
      at = end + 1;
    } else if (character === '"' && reading.quotes) {
      doubled = !doubled;
      at += 1;
    } else if (beginsExpansion(character, next, quotes)) {
      const found = known.get(at);
      if (found === undefined || found.end > to || endOf(source, found) !== found.end) {
        return undefined;
      }
      expansions.push({ node: found, quoted: !quotes });
      at = found.end;
    } else {
      if (quotes && !reading.operators && /[ \t\n;&|<>()]/.test(character)) return undefined;
      if (reading.braced && !doubled && character === '}') return undefined;
      // Inside double quotes, the meaning of quotes depends on the operator.
      if (reading.braced && !reading.quotes && /['"]/.test(character)) return undefined;
      // A line continuation can be followed by the characters that make this an expansion.
      if (character === '$' && /^\\?\n/.test(source.slice(at + 1, at + 3))) return undefined;
      literal(character);
      at += 1;
    }
  }
  return doubled ? undefined : { expansions, lead };
}

function beginsExpansion(character: string, next: string, unquoted: boolean): boolean {
  if (character === '`') return true;
  if (character === '$') {
    if (/[A-Za-z0-9_({[*@#?$!\\-]/.test(next)) return true;
    return unquoted && (next === "'" || next === '"');
  }
  return unquoted && (character === '<' || character === '>') && next === '(';
}

/** `$'…'` without escapes that shells read in several ways; a line break stays in it, behind its backslash. */
const ANSI_C = /^\$'(?:[^'\\]|\\(?![\nc]|x\{|[uU]0*[dD]|U(?!000))[^])*'/;

/** Where an expansion that begins like `node` ends, as far as can be told without parsing. */
function endOf(source: string, node: Expansion): number | undefined {
  const { pos, end } = node;
  const rest = source.slice(pos, end);
  // The name may continue after a line continuation, which the shell removes.
  if (source.startsWith('\\\n', end)) return undefined;
  switch (node.type) {
    case 'SimpleExpansion': {
      const name = /^\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9*@#?$!-])/.exec(source.slice(pos, end + 1));
      return name === null ? undefined : pos + name[0].length;
    }
    case 'ParameterExpansion':
      return /^\$\{[A-Za-z0-9_*@#?$!-][^]*\}$/.test(rest) ? end : undefined;
    case 'AnsiCQuoted':
      return pos + (ANSI_C.exec(rest)?.[0].length ?? 0);
    case 'LocaleString':
      return rest.startsWith('$"') && rest.endsWith('"') ? end : undefined;
    case 'CommandExpansion':
    case 'ArithmeticCommandExpansion':
      if (rest.startsWith('`')) return pos + (/^`(?:[^`\\]|\\[^])*`/.exec(rest)?.[0].length ?? 0);
      // `${ command; }` is a command substitution in some shells and a syntax error in others.
      return rest.startsWith('$(') && rest.endsWith(')') ? end : undefined;
    case 'ProcessSubstitution':
      return /^[<>]\([^]*\)$/.test(rest) ? end : undefined;
    case 'ArithmeticExpansion':
      return /^\$(?:\(\([^]*\)\)|\[[^]*\])$/.test(rest) ? end : undefined;
  }
}
