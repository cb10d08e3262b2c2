import { forEachChild, type ParsedScript, type SyntaxNode, type Word } from 'unbash';
import {
  FREE,
  isExpansion,
  OPERAND,
  QUOTED,
  QUOTED_OPERAND,
  scanExpansions,
  WORD,
  type Expansion,
  type Reading,
  type Scanned,
} from './account-text.ts';

/**
 * Whether the parse tree accounts for the whole source. Only whitespace, operators, keywords and comments may
 * be between its words, and every expansion in the text has to be in the tree. This check shares no code with
 * the parser: where the two disagree, the shell may read the text in a third way.
 */
export function isAccountedFor(script: ParsedScript, source: string): boolean {
  if (isSimple(source)) return true;
  return accountScript(script, { source, from: 0, to: source.length });
}

/** Whether a text consists of commands of plain words, which cannot hide anything. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

const SIMPLE = /^[A-Za-z0-9_\-./:=@%+, \t;&|\n]*$/;

/** The source of a script. Positions in the tree are offsets into `source`. */
interface Extent {
  readonly source: string;
  readonly from: number;
  readonly to: number;
}

/** The span of text that a node represents. */
interface Piece {
  readonly pos: number;
  readonly end: number;
  /** `word` and `redirect` have to be separated from other words. */
  readonly kind: 'word' | 'redirect' | 'other';
}

function accountScript(script: ParsedScript, extent: Extent): boolean {
  const pieces: Piece[] = [];
  if (!collect(script, extent, pieces)) return false;
  pieces.sort((left, right) => left.pos - right.pos || left.end - right.end);
  let before: Piece | undefined;
  let open = 0;
  for (const piece of [...pieces, undefined]) {
    const from = before?.end ?? extent.from;
    const to = piece?.pos ?? extent.to;
    if (!accountGap(extent, from, to, before, piece)) return false;
    open += opened(extent.source.slice(from, to));
    before = piece;
  }
  // A `case` pattern may close a parenthesis that was never opened; an unclosed one is an error.
  return open <= 0;
}

/** How many more parentheses a gap opens than it closes. */
function opened(gap: string): number {
  if (!gap.includes('(') && !gap.includes(')')) return 0;
  const written = gap.replaceAll(/#[^\n]*/g, '');
  return written.split('(').length - written.split(')').length;
}

const KEYWORDS =
  'if|then|else|elif|fi|for|while|until|do|done|case|esac|in|select|function|time|coproc|-p|--';
const GAP = new RegExp(
  String.raw`^(?:[ \t\n;&|(){}!]|\\\n|\[\[|\]\]|(?<![^ \t\n;&|()])#[^\n]*(?![^\n])|(?<![^ \t\n;&|(){}!])(?:${KEYWORDS})(?![^ \t\n;&|()]))*$`,
);

function accountGap(
  { source, to }: Extent,
  from: number,
  end: number,
  before: Piece | undefined,
  after: Piece | undefined,
): boolean {
  if (from > end) return false;
  const gap = source.slice(from, end);
  if (gap === ' ') return true;
  if (gap === '') {
    // The shell joins two adjacent words into one.
    if (before === undefined || after === undefined) return true;
    if (before.kind === 'other' || after.kind === 'other') return true;
    // It joins a number, too, that only a line continuation separates from a redirection.
    return after.kind === 'redirect' && /[^\n][<>&]/.test(source.slice(end - 1, end + 1));
  }
  if (/^[ \t]*$/.test(gap)) return true;
  if (before !== undefined && /^[A-Za-z!{}[\]#-]/.test(gap)) return false;
  if (after?.kind === 'word' && end < to && /[A-Za-z!{}[\]-]$/.test(gap)) return false;
  // A line continuation inside an operator makes it a different operator.
  return GAP.test(gap) && !/[;&|(<>]\\\n[;&|()<>]/.test(gap);
}

/** Walks all nodes of a script, down to its words. */
function collect(node: SyntaxNode, extent: Extent, pieces: Piece[]): boolean {
  const { source } = extent;
  switch (node.type) {
    case 'Word':
      pieces.push({ pos: node.pos, end: node.end, kind: 'word' });
      return accountWord(node, source, WORD);
    case 'Assignment': {
      pieces.push({ pos: node.pos, end: node.end, kind: 'word' });
      const { index, value } = node;
      const equals = node.append === true ? '+=' : '=';
      const head = source.slice(node.pos, index?.pos ?? value.pos);
      if (head !== `${node.name}${index === undefined ? equals : '['}`) return false;
      if (index !== undefined) {
        if (source.slice(index.end, value.pos) !== `]${equals}`) return false;
        if (!accountWord(index, source, FREE)) return false;
      }
      return value.type === 'Word' ? accountWord(value, source, WORD) : accountArray(value, extent);
    }
    case 'Redirect':
    case 'HereString': {
      const { target } = node;
      if (target === undefined) return false;
      pieces.push({ pos: node.pos, end: node.end, kind: 'redirect' });
      const head = source.slice(node.pos, target.pos).replace(/(?:[ \t]|\\\n)+$/, '');
      // `>&-` is whole: in `>&-word`, the word is an argument.
      if (head.endsWith('&') && /^-[^]/.test(target.text)) return false;
      const isHead = /^(?:\d+|\{[A-Za-z_][A-Za-z0-9_]*\})?[<>&|]+$/.test(head);
      return isHead && accountWord(target, source, WORD);
    }
    case 'HereDoc': {
      const { body, closing, delimiter } = node;
      if (closing === undefined || delimiter === undefined) return false;
      pieces.push({ pos: node.pos, end: node.end, kind: 'redirect' });
      pieces.push({ pos: body.pos, end: closing.end, kind: 'other' });
      const text = source.slice(body.pos, closing.end);
      if (!endsOnce(text, delimiter, node.operator === '<<-')) return false;
      return delimiter.quoted || isSound([body], source, body.pos, body.end, QUOTED);
    }
    case 'Command':
      return collectBelow(node, extent, pieces) && isOneCommand(node, source);
    case 'TestUnary': {
      const { pos, operand } = node;
      pieces.push({ pos, end: operand.pos, kind: 'other' });
      if (bare(source.slice(pos, operand.pos)) !== node.operator) return false;
      pieces.push({ pos: operand.pos, end: operand.end, kind: 'other' });
      return accountWord(operand, source, WORD);
    }
    case 'TestBinary': {
      const { left, right } = node;
      pieces.push({ pos: left.pos, end: right.end, kind: 'other' });
      if (bare(source.slice(left.end, right.pos)) !== node.operator) return false;
      // The right side may be a pattern or a regular expression.
      return accountWord(left, source, WORD) && accountWord(right, source, FREE);
    }
    case 'ArithmeticCommand':
      pieces.push({ pos: node.pos, end: node.end, kind: 'other' });
      return isSound([node], source, node.pos, node.end, QUOTED);
    case 'ArithmeticFor': {
      const { body, initialize, test, update } = node;
      pieces.push({ pos: node.pos, end: body.pos, kind: 'other' });
      const parts = [initialize, test, update].filter((part) => part !== undefined);
      return (
        accountText(parts, source, node.pos, body.pos, QUOTED) !== undefined &&
        collect(body, extent, pieces)
      );
    }
    default:
      return collectBelow(node, extent, pieces);
  }
}

function collectBelow(node: SyntaxNode, extent: Extent, pieces: Piece[]): boolean {
  let sound = true;
  forEachChild(node, (child) => {
    sound &&= collect(child, extent, pieces);
  });
  return sound;
}

/** Whether only whitespace separates the parts of a command; a parser may skip more. */
function isOneCommand(
  { prefix, name, suffix, redirects }: SyntaxNode & { readonly type: 'Command' },
  source: string,
): boolean {
  const parts = [...prefix, ...(name === undefined ? [] : [name]), ...suffix, ...redirects];
  parts.sort((left, right) => left.pos - right.pos);
  return parts.every((part, index) => {
    const before = parts[index - 1];
    return before === undefined || /^(?:[ \t]|\\\n)*$/.test(source.slice(before.end, part.pos));
  });
}

/** Removes whitespace and line breaks around an operator. */
function bare(text: string): string {
  return text.replace(/^(?:[ \t\n]|\\\n)+|(?:[ \t\n]|\\\n)+$/g, '');
}

function accountArray(
  value: SyntaxNode & { readonly type: 'ArrayValue' },
  { source }: Extent,
): boolean {
  let at = value.pos;
  for (const element of value.elements) {
    if (!/^\(?(?:[ \t\n]|\\\n|(?<=[ \t\n])#[^\n]*(?=\n))*$/.test(source.slice(at, element.pos))) {
      return false;
    }
    // `[index]=value`: the index may contain whitespace.
    if (!accountWord(element, source, FREE)) return false;
    at = element.end;
  }
  return /^\(?(?:[ \t\n]|\\\n|(?<=[ \t\n])#[^\n]*(?=\n))*\)$/.test(source.slice(at, value.end));
}

/** Whether a here-document has its delimiter alone on exactly one line, the last one. */
function endsOnce(
  text: string,
  delimiter: { readonly value: string; readonly quoted: boolean },
  tabs: boolean,
): boolean {
  const lines = text.split('\n').map((line) => (tabs ? line.replace(/^\t+/, '') : line));
  const last = lines.pop();
  if (last !== delimiter.value || lines.includes(delimiter.value)) return false;
  // In an unquoted here-document, a backslash at the end of a line joins it with the next line.
  return delimiter.quoted || lines.at(-1)?.endsWith('\\') !== true;
}

/** Words whose meaning changes if they contain a line continuation. */
const RESERVED = new RegExp(String.raw`^(?:${KEYWORDS}|\{|\}|!|\[\[|\]\])$`);

function accountWord(word: Word, source: string, reading: Reading): boolean {
  const { pos, end, text, value } = word;
  if (source.slice(pos, end) !== text) return false;
  const { parts } = word;
  if (parts === undefined && !/[^A-Za-z0-9_\-./:=@%+,^~]/.test(text)) return value === text;
  if (text.includes('\\\n') && RESERVED.test(value)) return false;
  const extended = parts?.some(({ type }) => type === 'ExtendedGlob') === true;
  const found = accountText([word], source, pos, end, extended ? FREE : reading);
  if (found === undefined) return false;
  const dynamic = parts?.find(({ type }) => !LITERAL_PARTS.test(type));
  if (mayList(text, (dynamic?.pos ?? end) - pos)) return false;
  return found.expansions.length > 0 || dynamic !== undefined || found.lead === value;
}

const LITERAL_PARTS = /^(?:Literal|SingleQuoted|DoubleQuoted|AnsiCQuoted)$/;

/** Braces before position `to` may be a list to the shell, as in `{a},b}`; `{{a}},{{b}}` is not. */
function mayList(text: string, to: number): boolean {
  if (!text.includes('{')) return false;
  const plain = text.replace(QUOTED_TEXT, (quoted) => '_'.repeat(quoted.length));
  const open = plain.indexOf('{');
  const comma = open < 0 || open >= to ? -1 : plain.indexOf(',', open);
  return comma > 0 && plain.includes('}', comma) && !/^(?:[^{}]|\{\{[^{}]*\}\})*$/.test(plain);
}

const QUOTED_TEXT = /\\[^]|\$'(?:[^'\\]|\\[^])*'|'[^']*'|"(?:[^"\\]|\\[^])*"/g;

function isSound(...text: Parameters<typeof accountText>): boolean {
  return accountText(...text) !== undefined;
}

/** Scans text independently, and compares the expansions found with those of `nodes`. */
function accountText(
  nodes: readonly SyntaxNode[],
  source: string,
  from: number,
  to: number,
  reading: Reading,
): Scanned | undefined {
  const known = new Map<number, Expansion>();
  for (const node of nodes) findExpansions(node, known);
  const found = scanExpansions(source, from, to, reading, known);
  if (found === undefined || found.expansions.length !== known.size) return undefined;
  const sound = found.expansions.every(({ node, quoted }) =>
    accountExpansion(node, source, quoted),
  );
  return sound ? found : undefined;
}

/** The outermost expansions below a node, by start offset. */
function findExpansions(node: SyntaxNode, found: Map<number, Expansion>): void {
  forEachChild(node, (child) => {
    if (isExpansion(child)) found.set(child.pos, child);
    else findExpansions(child, found);
  });
}

function accountExpansion(node: Expansion, source: string, quoted: boolean): boolean {
  const { pos, end } = node;
  switch (node.type) {
    case 'SimpleExpansion':
    case 'AnsiCQuoted':
      return true;
    case 'LocaleString':
      return isSound([node], source, pos + 2, end - 1, QUOTED);
    case 'ArithmeticExpansion': {
      const brackets = source[pos + 1] === '[' ? 1 : 2;
      return isSound([node], source, pos + 1 + brackets, end - brackets, QUOTED);
    }
    case 'ParameterExpansion':
      return accountParameter(node, source, quoted);
    case 'CommandExpansion':
    case 'ArithmeticCommandExpansion':
    case 'ProcessSubstitution': {
      const { script } = node;
      if (script === undefined) return false;
      const from = source[pos] === '`' ? pos + 1 : pos + 2;
      const to = end - 1;
      if (source[pos] !== '`' || script.source === undefined) {
        return accountScript(script, { source, from, to });
      }
      const written = source.slice(from, to);
      const decoded = written.replace(quoted ? /\\([$`\\"])/g : /\\([$`\\])/g, '$1');
      return decoded === script.source && isAccountedFor(script, decoded);
    }
  }
}

/** `${name[index]operator operand}`. */
function accountParameter(
  node: Expansion & { readonly type: 'ParameterExpansion' },
  source: string,
  quoted: boolean,
): boolean {
  const { pos, end, prefix = '', parameter, index, operation } = node;
  let at = pos;
  let rest = '';
  const words: [Word, Reading][] = [];
  if (index !== undefined) words.push([index, quoted ? QUOTED : FREE]);
  if (operation !== undefined) {
    forEachChild(operation, (child) => {
      if (child.type === 'Word') words.push([child, quoted ? QUOTED_OPERAND : OPERAND]);
    });
  }
  for (const [word, reading] of words) {
    if (word.pos < at || word.end >= end) return false;
    rest += source.slice(at, word.pos);
    at = word.end;
    if (!isSound([word], source, word.pos, word.end, reading)) return false;
  }
  rest += source.slice(at, end);
  const named = `\${${prefix}${parameter}`;
  if (!rest.startsWith(named)) return false;
  return /^(?:\[\])?[-:=+?#%/^,@*]*\}$/.test(rest.slice(named.length));
}
