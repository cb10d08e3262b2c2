import { forEachChild, parse, type Command, type Redirection, type SyntaxNode } from 'unbash';
import {
  OPEN,
  STATIC,
  staticCommand,
  UNSAFE,
  type Assignment,
  type CommandLine,
  type Hold,
  type Input,
  type Knowledge,
  type Redirect,
  type SimpleCommand,
  type Span,
} from './line.ts';
import { isAccountedFor, isSimple } from './account.ts';
import { isPlainlyWritten } from './plain-words.ts';
import { readsAsBash } from './read-alike.ts';
import { BASH } from '../programs/shells.ts';
import { arithmeticHold, evaluatesValue, loopVariableHold } from './shell-values.ts';
import { isUnsafe, mayExpand, readWord } from './word.ts';

/** Longest command line that is parsed, in UTF-16 units. */
const MAX_COMMAND_LENGTH = 65_536;

/** Deepest nesting of lists, substitutions and nested scripts. */
export const MAX_NESTING = 32;

/**
 * How many of them one line may have: substitutions and here-documents, as the parser searches for the end of
 * each; characters that end commands, and those that begin globs, groups and redirections.
 */
const MOST: readonly (readonly [pattern: RegExp, most: number])[] = [
  [/\$[({[]|`|[<>]\(/g, 1000],
  [/<</g, 256],
  [/[;&|\n]/g, 8192],
  [/[*?[{(<>]/g, 8192],
];

/** Texts of at most this length need not be counted. */
const SHORT = 1000;

/** Most commands, words and redirections in one line, taken together. */
const MAX_COMMANDS = 4096;
const MAX_WORDS = 8192;
const MAX_REDIRECTIONS = 64;

/** Whether searching for the ends of all nested constructs would take too long. */
function isEntangled(text: string): boolean {
  if (text.length <= SHORT) return false;
  return MOST.some(([pattern, most]) => (text.match(pattern)?.length ?? 0) > most);
}

interface Place {
  readonly input: Input;
  readonly depth: number;
  /** Set inside backticks, whose offsets do not index the line: the span of the whole substitution. */
  readonly span: Span | undefined;
}

/** Where a line comes from; all but `shell` are set if it is nested in another command. */
export interface Outer {
  /** The shell that runs it. */
  readonly shell: string;
  readonly span?: Span;
  readonly via?: readonly string[];
  readonly depth?: number;
}

/** The last line that is not nested: a call is checked, described and offered rules in a row. */
let last: CommandLine | undefined;

/**
 * Parses a command line as bash would, and returns every command in it; a line that its shell may read
 * otherwise counts as unparsable. This is the only module that uses the shell parser. The parser's version
 * determines what rules mean, so it is pinned exactly.
 */
export function parseCommandLine(text: string, outer?: Outer): CommandLine {
  const shell = outer?.shell ?? BASH;
  if (outer?.span !== undefined) return parseLine(text, shell, outer);
  if (last?.text !== text || last.shell !== shell) last = parseLine(text, shell, outer);
  return last;
}

function parseLine(text: string, shell: string, outer: Outer | undefined): CommandLine {
  const commands: SimpleCommand[] = [];
  const holds: Hold[] = [];
  const via = outer?.via ?? [];
  let problem: CommandLine['problem'];
  let wordCount = 0;
  let redirectCount = 0;
  let substitution = false;
  let calculations = 0;
  /** Descriptors that files are read from. */
  const inputs = new Set([0]);
  let simple = isSimple(text);
  /** Whether the text has no expansions or patterns, so that all words are static. */
  const allStatic = simple || !mayExpand(text);

  function spanOf(node: { readonly pos: number; readonly end: number }, place: Place): Span {
    return place.span ?? [node.pos, node.end];
  }

  function hold(code: Hold['code'], span: Span, evaluates = false): void {
    holds.push({ code, span, evaluates });
  }

  /** A variable that is set to unknown text by something other than a command. */
  function assign(name: string, span: Span): void {
    if (!loopVariableHold(name)) return;
    const assignment: Assignment = { name, value: '', knowledge: UNSAFE };
    addCommand({ ...staticCommand([], span), assignments: [assignment], via });
  }

  function visitScript(
    script: { readonly errors?: readonly unknown[] | undefined } & SyntaxNode,
    place: Place,
  ): void {
    if (script.errors !== undefined && script.errors.length > 0) problem ??= 'unparsable';
    if (place.depth > MAX_NESTING) {
      problem = 'limit';
      return;
    }
    forEachChild(script, (child) => visit(child, place));
  }

  function visit(node: SyntaxNode, place: Place): void {
    switch (node.type) {
      case 'Command':
        visitCommand(node, place);
        return;
      case 'Pipeline':
        for (const [index, command] of node.commands.entries()) {
          visit(command, index === 0 ? place : { ...place, input: 'pipe' });
        }
        return;
      case 'CompoundList':
        visitScript(node, { ...place, depth: place.depth + 1 });
        return;
      case 'Redirected': {
        const { redirects, input } = visitRedirects(node.redirects, place);
        addCommand({ ...staticCommand([], spanOf(node, place)), redirects, via });
        visit(node.command, input === undefined ? place : { ...place, input });
        return;
      }
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion': {
        substitution = true;
        const { script } = node;
        if (script === undefined) {
          problem ??= 'unparsable';
          return;
        }
        const span = place.span ?? (script.source === undefined ? undefined : spanOf(node, place));
        visitScript(script, { input: undefined, depth: place.depth + 1, span });
        return;
      }
      case 'Function':
        hold('shadowed-command', spanOf(node, place));
        visit(node.body, place);
        return;
      case 'TestCommand':
      case 'ArithmeticCommand':
      case 'ArithmeticFor':
      case 'ArithmeticExpansion':
        if (node.type === 'ArithmeticExpansion') calculations += 1;
        if (arithmeticHold(node)) hold('arithmetic-subscript', spanOf(node, place), true);
        break;
      case 'Coproc':
        // Its variable, and a second one for its process.
        if (node.name !== undefined) assign(node.name.value, spanOf(node.name, place));
        forEachChild(node, (child) => visit(child, { ...place, input: 'pipe' }));
        return;
      case 'For':
      case 'Select':
        assign(node.name.value, spanOf(node.name, place));
        break;
      case 'Word':
        visitWord(node, place);
        return;
      case 'ParameterExpansion':
      case 'LocaleString':
        if (isUnsafe(node)) hold('dynamic-word', spanOf(node, place), evaluatesValue(node));
        assign(/^\$\{(\w+):?=/.exec(node.text)?.[1] ?? '_', spanOf(node, place));
        break;
      default:
        break;
    }
    forEachChild(node, (child) => visit(child, place));
  }

  /** A word that is not an argument: of a loop, a case, a test, a default value. */
  function visitWord(word: SyntaxNode & { readonly type: 'Word' }, place: Place): void {
    if (readWord(word).knowledge !== STATIC) forEachChild(word, (child) => visit(child, place));
  }

  function visitRedirects(
    nodes: readonly Redirection[],
    place: Place,
  ): { redirects: Redirect[]; input: Input } {
    const redirects: Redirect[] = [];
    let input: Input;
    for (const node of nodes) {
      if (node.descriptor?.type === 'FileDescriptorVariable') {
        hold('redirect', spanOf(node, place));
      }
      if (node.type === 'HereDoc') {
        if (node.closing === undefined || node.delimiter === undefined) problem ??= 'unparsable';
        forEachChild(node.body, (child) => visit(child, place));
        const fixed = node.delimiter?.quoted === true || !/[$`\\]/.test(node.body.text);
        input = { text: node.body.text, static: fixed };
        continue;
      }
      const { target } = node;
      if (target === undefined) {
        problem ??= 'unparsable';
        continue;
      }
      const word = readWord(target);
      visitWord(target, place);
      if (node.type === 'HereString') {
        input = { text: word.value, static: word.knowledge === STATIC };
        continue;
      }
      const { operator } = node;
      const duplicates = operator === '>&' || operator === '<&';
      const reads = operator === '<' || operator === '<&';
      const { descriptor } = node;
      const onto =
        descriptor?.type === 'FileDescriptor' ? descriptor.value : operator.startsWith('<') ? 0 : 1;
      const copied = duplicates && word.knowledge === STATIC && /^(?:\d+-?|-)$/.test(word.value);
      if (copied ? inputs.has(Number.parseInt(word.value, 10)) : reads) {
        inputs.add(onto);
        // What is written to `/dev/stdout` would then be written to the file that was opened for reading.
        if (onto === 1 || onto === 2) problem ??= 'unparsable';
      }
      if (copied) continue;
      // bash expands this target once more after it removed the quotes.
      if (duplicates && word.knowledge !== STATIC) hold('dynamic-word', spanOf(node, place), true);
      else if (duplicates && /[^\w./@%+,=:-]/.test(word.value)) problem ??= 'unparsable';
      const quotedTilde = word.value.startsWith('~') && !target.text.startsWith('~');
      if (reads || operator === '<>') input = 'file';
      redirects.push({
        mode: reads ? 'read' : 'write',
        target: quotedTilde && !duplicates ? `./${word.value}` : word.value,
        knowledge: word.knowledge,
        span: spanOf(node, place),
      });
    }
    return { redirects, input };
  }

  function visitCommand(node: Command, place: Place): void {
    const span = spanOf(node, place);
    const assignments = node.prefix.flatMap((item) =>
      item.type === 'Assignment' ? [visitAssignment(item, place)] : [],
    );
    const words: string[] = [];
    let knowledge: Knowledge[] | undefined;
    let leads: string[] | undefined;
    const push = (value: string, known: Knowledge, lead: string): void => {
      if (known !== STATIC && knowledge === undefined) {
        knowledge = words.map(() => STATIC);
        leads = [...words];
      }
      knowledge?.push(known);
      leads?.push(lead);
      words.push(value);
    };
    const name = node.name === undefined ? node.suffix : [node.name, ...node.suffix];
    for (const item of name) {
      if (item.type === 'Word' && allStatic) push(item.value, STATIC, item.value);
      else if (item.type === 'Word') {
        const word = readWord(item);
        push(word.value, word.knowledge, word.lead);
        if (word.knowledge !== STATIC) forEachChild(item, (child) => visit(child, place));
      } else if (item.type === 'Assignment') {
        const { name: variable, value, knowledge: known } = visitAssignment(item, place);
        const plus = item.append === true ? '+' : '';
        push(`${variable}${plus}=${value}`, known, `${variable}${plus}=`);
      }
    }
    const { redirects, input = place.input } = visitRedirects(node.redirects, place);
    addCommand({ words, knowledge, leads, assignments, redirects, input, span, via });
  }

  function visitAssignment(
    node: SyntaxNode & { readonly type: 'Assignment' },
    place: Place,
  ): Assignment {
    if (node.index !== undefined || node.value.type === 'ArrayValue') {
      const { index, value } = node;
      const indexes = value.type === 'ArrayValue' ? value.elements : [];
      if (
        (index !== undefined && !/^\d+$/.test(index.text)) ||
        indexes.some((element) => /^\[(?!\d+\]=)/.test(element.text))
      ) {
        hold('arithmetic-subscript', spanOf(node, place), true);
      }
      forEachChild(node, (child) => visit(child, place));
      return { name: node.name, value: node.text, knowledge: OPEN };
    }
    const word = readWord(node.value);
    visitWord(node.value, place);
    // The result of an append depends on the previous value.
    const knowledge = node.append === true && word.knowledge === STATIC ? OPEN : word.knowledge;
    return { name: node.name, value: word.value, knowledge };
  }

  function addCommand(command: SimpleCommand): void {
    wordCount += command.words.length;
    redirectCount += command.redirects.length;
    const isOver = wordCount > MAX_WORDS || redirectCount > MAX_REDIRECTIONS;
    if (isOver || commands.length >= MAX_COMMANDS) problem = 'limit';
    else commands.push(command);
  }

  if (text.length > MAX_COMMAND_LENGTH || isEntangled(text)) problem = 'limit';
  else {
    const place = { input: undefined, depth: outer?.depth ?? 0, span: outer?.span };
    try {
      const script = parse(text);
      visitScript(script, place);
      if (!simple && problem === undefined) {
        simple = isPlainlyWritten(text, commands);
        if (!simple && !isAccountedFor(script, text)) problem = 'unparsable';
      }
      if (!readsAsBash(text, shell, commands)) problem ??= 'unparsable';
    } catch (error) {
      // A sum of thousands of terms is a tree of that depth.
      if (!(error instanceof RangeError)) throw error;
      problem = 'limit';
    }
  }
  return { text, shell, simple, problem, commands, holds, substitution, calculations };
}
