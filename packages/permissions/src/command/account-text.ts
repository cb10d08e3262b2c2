import type { SyntaxNode } from 'unbash';

/** A node that takes the place of text: what the shell puts there is not what is written. */
export type Expansion = SyntaxNode & { readonly type: keyof typeof EXPANSIONS };

/** The nodes whose text a scan steps over, since they are gone into by themselves. */
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

/** Whether a node is one that a scan has to find in the text. */
export function isExpansion(node: SyntaxNode): node is Expansion {
  return Object.hasOwn(EXPANSIONS, node.type);
}

/** An expansion, and whether it stands inside double quotes or the like. */
interface FoundExpansion {
  readonly node: Expansion;
  readonly quoted: boolean;
}

/** How a piece of text is read. */
export interface Reading {
  /** Whether quotes quote: not so inside double quotes, here-documents and arithmetic. */
  readonly quotes: boolean;
  /** Whether blanks and operators may stand in it without quotes. */
  readonly operators: boolean;
  /** Whether an unquoted `}` ends it, as in `${name:-text}`. */
  readonly braced: boolean;
  /** Inside double quotes only some characters can be escaped. */
  readonly escapes: RegExp;
}

const ANY = /[^]/;

/** An ordinary word. */
export const WORD: Reading = { quotes: true, operators: false, braced: false, escapes: ANY };
/** Text in which blanks and operators are letters: an array index, a regular expression. */
export const FREE: Reading = { ...WORD, operators: true };
/** The operand of `${…}`. */
export const OPERAND: Reading = { ...FREE, braced: true };
/** A here-document, arithmetic, the inside of double quotes. */
export const QUOTED: Reading = { ...FREE, quotes: false, escapes: /[$`"\\\n]/ };
/** The operand of `${…}` inside double quotes. */
export const QUOTED_OPERAND: Reading = { ...QUOTED, braced: true };

/** What a scan found in a piece of text. */
export interface Scanned {
  /** Expansions in the order of the text, each where the parser has one too. */
  readonly expansions: readonly FoundExpansion[];
  /** The text after quote removal, up to its first expansion. */
  readonly lead: string;
}

/**
 * Reads a piece of text the way the shell does, knowing nothing of the parser's reading but where it
 * says that expansions begin and end. `undefined` where the two disagree: an expansion begins that
 * the parser does not have, or the other way round.
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
      // A backslash that ends the text escapes nothing that is part of it.
      if (next === '') return undefined;
      if (next === '\n') at += 2;
      else {
        const escapes = doubled ? QUOTED.escapes : reading.escapes;
        literal(escapes.test(next) ? next : character + next);
        at += 2;
      }
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
      // Inside double quotes it depends on the operator what quotes do.
      if (reading.braced && !reading.quotes && /['"]/.test(character)) return undefined;
      // A line that goes on may go on with what makes this an expansion.
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
    if (/[A-Za-z0-9_({[*@#?$!-]/.test(next)) return true;
    if (next === '\\') return true;
    return unquoted && (next === "'" || next === '"');
  }
  return unquoted && (character === '<' || character === '>') && next === '(';
}

/** Where an expansion ends that begins as `node` does, as far as that shows without parsing. */
function endOf(source: string, node: Expansion): number | undefined {
  const { pos, end } = node;
  const rest = source.slice(pos, end);
  // The name may go on behind a line break that the shell takes away.
  if (source.startsWith('\\\n', end)) return undefined;
  switch (node.type) {
    case 'SimpleExpansion': {
      const name = /^\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9*@#?$!-])/.exec(source.slice(pos, end + 1));
      return name === null ? undefined : pos + name[0].length;
    }
    case 'ParameterExpansion':
      return /^\$\{[A-Za-z0-9_*@#?$!-][^]*\}$/.test(rest) ? end : undefined;
    case 'AnsiCQuoted':
      return pos + (/^\$'(?:[^'\\]|\\[^])*'/.exec(rest)?.[0].length ?? 0);
    case 'LocaleString':
      return rest.startsWith('$"') && rest.endsWith('"') ? end : undefined;
    case 'CommandExpansion':
    case 'ArithmeticCommandExpansion':
      if (rest.startsWith('`')) return pos + (/^`(?:[^`\\]|\\[^])*`/.exec(rest)?.[0].length ?? 0);
      // `${ command; }` is a substitution for some shells and a mistake for others.
      return rest.startsWith('$(') && rest.endsWith(')') ? end : undefined;
    case 'ProcessSubstitution':
      return /^[<>]\([^]*\)$/.test(rest) ? end : undefined;
    case 'ArithmeticExpansion':
      return /^\$(?:\(\([^]*\)\)|\[[^]*\])$/.test(rest) ? end : undefined;
  }
}
