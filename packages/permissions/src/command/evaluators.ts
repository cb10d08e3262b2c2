import type { ReasonCode } from '../decision.ts';
import { createNameFilter } from '../name-filter.ts';
import {
  knowledgeOf,
  mayBecomeOption,
  QUOTED,
  STATIC,
  type CommandLine,
  type SimpleCommand,
} from './line.ts';
import { programOf } from '../programs/index.ts';
import { holdsSubscript } from './shell-values.ts';

/**
 * Why a builtin may run text that is not itself a command: bash evaluates array indexes wherever it expects a
 * name or a number. Only literal words without an index are harmless.
 */
export function evaluatorCode(command: SimpleCommand, program: string): ReasonCode | undefined {
  const code = (harmful: boolean): ReasonCode | undefined =>
    harmful ? 'arithmetic-subscript' : undefined;
  switch (programOf(program)?.evaluates) {
    case undefined:
      return undefined;
    case 'scripts':
      return 'dynamic-script';
    case 'plugins':
      return loadsFile(command) ? 'dynamic-script' : undefined;
    case 'conditions':
      return code(testEvaluates(command, program));
    case 'format':
      return code(printfEvaluates(command));
    case 'numbers':
      return code(command.words.some((word, at) => at > 0 && /[A-Za-z_$]/.test(word)));
    case 'declarations':
      if (declareEvaluates(command)) return 'arithmetic-subscript';
      return mayFillArray(command, program) ? 'dynamic-word' : undefined;
    case 'names':
      return code(namesEvaluate(command, program));
  }
}

function loadsFile(command: SimpleCommand): boolean {
  return command.words.some(
    (word, at) =>
      at > 0 &&
      mayBecomeOption(command, at) &&
      (knowledgeOf(command, at) !== STATIC || /^-[a-z]*[fp]/.test(word)),
  );
}

/** `name[index]` with an index that is not a number, or a variable whose value bash reads as a number. */
function isIndexed(word: string): boolean {
  return holdsSubscript(word) || /\[(?!\d+\])/.test(word) || NUMBER.test(word);
}

const NUMBER = /^(?:-\w*)?(?:OPTIND|S?RANDOM|SECONDS|HISTCMD)\b/;

const BINARY = /^(?:==?|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

/** Only `-v` and `-R` evaluate their operand; which words are operators depends on the number of words. */
function testEvaluates(command: SimpleCommand, program: string): boolean {
  const end = command.words.length - (program === '[' ? 1 : 0);
  let from = 1;
  if (command.words[1] === '!' && end - from > 1) from += 1;
  const words = command.words.slice(from, end);
  const known = words.map((_, at) => knowledgeOf(command, from + at));
  if (known.every((knowledge) => knowledge === STATIC)) {
    return words.some(
      (word, at) => (word === '-v' || word === '-R') && isIndexed(words[at + 1] ?? ''),
    );
  }
  if (known.some((knowledge) => knowledge > QUOTED)) return true;
  if (words.length === 1) return false;
  const operator = words.length === 2 ? 0 : 1;
  if (words.length > 3 || known[operator] !== STATIC) return true;
  const [first = '', second = ''] = words;
  return words.length === 2
    ? !/^-[a-zA-Z]$/.test(first) || /^-[vR]$/.test(first)
    : !BINARY.test(second);
}

/** `-v` comes before the format, so later words are plain text. */
function printfEvaluates(command: SimpleCommand): boolean {
  const [, first = '', second = ''] = command.words;
  if (!mayBecomeOption(command, 1) || first === '--') return false;
  if (knowledgeOf(command, 1) !== STATIC) return true;
  if (!first.startsWith('-v')) return false;
  const glued = first.length > 2;
  return isIndexed(glued ? first : second) || (!glued && knowledgeOf(command, 2) !== STATIC);
}

/** A value after a known name and `=` is plain text, unless the variable is a number or an array. */
function declareEvaluates(command: SimpleCommand): boolean {
  let lists = false;
  let values = false;
  for (let at = 1; at < command.words.length; at += 1) {
    const word = command.words[at] ?? '';
    const known = knowledgeOf(command, at) === STATIC;
    const name = /^[A-Za-z_]\w*(?:\+?=(?!\()|$)/.test(known ? word : (command.leads?.[at] ?? ''));
    const option = known && /^[-+]/.test(word);
    if ((!name && !option) || NUMBER.test(word)) return true;
    if (known && holdsSubscript(word)) return true;
    if (option && /^[-+][a-zA-Z]*[in]/.test(word)) return true;
    if (option && /^[-+][a-zA-Z]*[aA]/.test(word)) lists = true;
    if (!known) values = true;
  }
  return lists && values;
}

/** Whether a value such as `($(cmd))` may be assigned to an array, which runs what is in it. */
function mayFillArray({ words, knowledge, leads }: SimpleCommand, program: string): boolean {
  if (program === 'export' || program === 'readonly') return false;
  return words.some((_, at) => knowledge?.[at] !== STATIC && leads?.[at]?.endsWith('=') === true);
}

function namesEvaluate(command: SimpleCommand, program: string): boolean {
  for (let at = 1; at < command.words.length; at += 1) {
    const word = command.words[at] ?? '';
    const known = knowledgeOf(command, at);
    if (program === 'wait' && known === QUOTED && /^\$[!?$#]$/.test(word)) continue;
    if (known !== STATIC || isIndexed(word)) return true;
    if (/^(?:mapfile|readarray)$/.test(program) && /^-[a-zA-Z]*C/.test(word)) return true;
  }
  return false;
}

/** Builtins that store unknown text in variables. */
const FILLS: ReadonlySet<string> = new Set(
  'read mapfile readarray source . eval select'.split(' '),
);
const FILL = createNameFilter(FILLS);

/**
 * Whether a variable may contain text that bash runs when it evaluates the variable as a number: external
 * data, or a quoted `$(`, possibly split or escaped.
 */
export function mayHoldScript(line: CommandLine): boolean {
  if (!line.simple && holdsScript(line)) return true;
  const isFill = (word: string): boolean => FILL.mayHave(word) && FILLS.has(word);
  return line.commands.some(({ words }) => words.some(isFill));
}

function holdsScript({ text, substitution, calculations }: CommandLine): boolean {
  if (substitution || /[`\\]|\$(?![A-Za-z0-9_{(@*#?!-])|\$\((?!\()/.test(text)) return true;
  return (text.match(/\$\(\(/g)?.length ?? 0) !== calculations;
}
