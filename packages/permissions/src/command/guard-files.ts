import type { ReasonCode } from '../decision.ts';
import type { Below } from '../path/overlap.ts';
import { partsOf } from '../path/protected.ts';
import { filesOf, programOf, wordsOf } from '../programs/index.ts';
import { isListed, type Program, type Walk, type Words } from '../programs/program.ts';
import { firstRule, type Rule } from '../rule.ts';
import {
  doubt,
  stricter,
  type FileGuard,
  type FileWord,
  type Finding,
  type GuardRules,
} from './finding.ts';
import { NONE, rangesOf } from './held-words.ts';
import { knowledgeOf, PATTERN, QUOTED, STATIC, type SimpleCommand } from './line.ts';
import { mayRunInput, readWords } from './options/read-words.ts';
import { unwrap } from './unwrap.ts';
import { ownWords, scan } from './wrapper-words.ts';

/**
 * Whether a program may read or write a file that deny rules of the file tools are about: it is named, a
 * wildcard may stand for it, or it may be below a folder that the program goes through. What becomes of the
 * file is not known, so this is a reason to ask and not to deny.
 *
 * The table of a program says which words only make it read and print. With any other word, and without a
 * table, it may read and write each file that its words name.
 */
export function guardFiles(
  command: SimpleCommand,
  program: string,
  { reads, writes }: Pick<GuardRules, 'reads' | 'writes'>,
  moved: FileWord['moved'],
  around: string,
): Finding | undefined {
  if (!reads.active && !writes.active) return undefined;
  const facts = programOf(program);
  const uses = filesOf(facts);
  const moves = facts?.moves === true;
  const skips = facts?.wraps === undefined ? NONE : rangesOf(unwrap(command, program));
  const isSkipped = (at: number): boolean => skips.some(([from, to]) => from <= at && at < to);
  const table = wordsOf(program);
  const { code, changes } = readTable(command, table, facts, skips);
  const words: Use = {
    command,
    facts,
    table,
    around,
    isSkipped,
    moved,
    uses,
    changes,
    texts: code !== undefined,
  };
  let worst: Finding | undefined;
  // A short list of programs is known so well that an unknown option is a reason to ask.
  const writing = writes.active && facts?.harmless !== true;
  const strict = code === 'dangerous-option' && uses !== undefined && facts?.writes !== true;
  if (strict && (reads.active || writing) && table?.operands !== 'held') worst = doubt(code);
  if (changesPatterns(command, program)) worst = doubt('dynamic-word');
  const { loads } = facts ?? {};
  if (reads.active && loads !== undefined && hasOption(command, loads)) worst = doubt('named-file');
  if (reads.active) worst = stricter(worst, guardValues(command, reads, moved));
  if (reads.active && (uses !== 'names' || moves)) {
    worst = stricter(worst, guardUse(words, reads, true));
  }
  if (writing && (moves || changes || code !== undefined)) {
    worst = stricter(worst, guardUse(words, writes, false));
  }
  return worst;
}

/**
 * Why the table of a program does not accept its words, if no rule spells them out; `changes`: an option or
 * subcommand makes it change the files that it is given.
 */
function readTable(
  command: SimpleCommand,
  table: Words | undefined,
  facts: Program | undefined,
  inner: readonly (readonly [number, number])[],
): { readonly code: ReasonCode | undefined; readonly changes: boolean } {
  const { words } = command;
  if (table === undefined) {
    const isText = filesOf(facts) === 'names' || words.length === 0;
    return { code: isText ? undefined : 'opaque-wrapper', changes: false };
  }
  const { writes } = facts ?? {};
  const known = typeof writes === 'string';
  const options = words.flatMap((word, at) =>
    known && at > 0 && isOption(word, writes) ? [[at, at + 1] as const] : [],
  );
  // `python -m module`
  const runs = isListed(table.runs, words[1] ?? '');
  if (runs && wordsOf(words[2] ?? '') === undefined)
    return { code: 'opaque-wrapper', changes: false };
  const code = readWords(command, table, {
    until: runs ? 3 : 1,
    from: Number.POSITIVE_INFINITY,
    skips: [...inner, ...options],
    moved: false,
    wraps: facts?.wraps !== undefined,
    writes: () => false,
    guarded: () => true,
  });
  return { code, changes: options.length > 0 || (known && code === 'redirect') };
}

interface Use {
  readonly command: SimpleCommand;
  readonly facts: Program | undefined;
  readonly table: Words | undefined;
  /** The text of the line. */
  readonly around: string;
  /** Whether a word belongs to a command that the program runs, which is checked by itself. */
  readonly isSkipped: (at: number) => boolean;
  readonly moved: FileWord['moved'];
  readonly uses: Program['files'];
  /** Whether an option or subcommand makes it change the files that it is given. */
  readonly changes: boolean;
  /** Whether its words may be scripts and other texts that contain names of files. */
  readonly texts: boolean;
}

function guardUse(use: Use, files: FileGuard, reading: boolean): Finding | undefined {
  const { command, facts, table, isSkipped, moved, uses, changes, texts, around } = use;
  const moves = facts?.moves === true;
  const opens = uses !== undefined && (reading ? uses === 'contents' : !moves);
  const { walks } = facts ?? {};
  const patches = !reading && facts !== undefined && isPatch(command, facts);
  let below: Below = patches ? 'all' : belowOf(command, walks, reading);
  const here =
    patches || (below !== 'nothing' && facts !== undefined && worksHere(command, facts, reading));
  // A name at any depth may be in every folder, so that each would be a reason to ask.
  if (!reading && changes && uses === undefined && below === 'nothing') below = 'kept';
  const code: ReasonCode = below === 'nothing' ? 'named-file' : 'searched-folder';
  const { form, unless = '' } = walks?.files ?? {};
  const file = form !== undefined && !hasOption(command, unless) ? form : undefined;
  const words = here ? [...command.words, '.'] : command.words;
  // What an interpreter runs is no file that it writes.
  let script = !reading && table?.operands === 'script';
  for (let at = words[0]?.includes('/') === true && reading ? 0 : 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (isSkipped(at)) continue;
    if (script && !word.startsWith('-')) {
      script = false;
      if (PATH.test(word)) continue;
    }
    const known = knowledgeOf(command, at);
    if (opens && (known > PATTERN || known === QUOTED)) return doubt('dynamic-word');
    const within = file?.test(word) === true ? 'nothing' : below;
    const rule =
      known === STATIC
        ? (firstRule(texts ? textsOf(word) : partsOf(word), (text) =>
            files.reached({ text, glob: false, below: within, moved }),
          ) ?? (uses === undefined ? expands(word, files, moved) : undefined))
        : known === PATTERN
          ? files.reached({ text: word, glob: true, below: within, moved })
          : endsIn(word, files);
    if (rule !== undefined) return doubt(code, rule);
  }
  // Its input may be a script, or list files.
  const { input } = command;
  const piped = input === 'pipe' && table !== undefined && mayRunInput(table) ? around : '';
  const text = texts && typeof input === 'object' ? input.text : texts ? piped : '';
  const named = firstRule(textsOf(text), (part) =>
    files.reached({ text: part, glob: false, below: 'nothing', moved }),
  );
  return named && doubt('named-file', named);
}

/** A quoted pattern may be one to the program, as for git; its wildcards also stand for a dot. */
function expands(word: string, files: FileGuard, moved: FileWord['moved']): Rule | undefined {
  if (!/[*?[]/.test(word)) return undefined;
  const parts = [word, ...word.split(/[\s=:@,]/)].filter((part) => /[*?[]/.test(part));
  const dotted = parts.flatMap((part) => [
    part.replaceAll(/(^|\/)\*+(?=[^/*])/g, '$1'),
    part.replaceAll(/(^|\/)\*+(?=[^/.*]|$)/g, '$1.*'),
  ]);
  return firstRule([...parts, ...dotted], (text) =>
    files.reached({ text, glob: true, below: 'nothing', moved }),
  );
}

/** Whether a variable names a file, for the program or a later one to read. */
function guardValues(
  { assignments }: SimpleCommand,
  files: FileGuard,
  moved: FileWord['moved'],
): Finding | undefined {
  const values = assignments.flatMap(({ value, knowledge }) =>
    knowledge === STATIC && /[./]/.test(value) ? partsOf(value) : [],
  );
  const rule = firstRule(values, (text) =>
    files.reached({ text, glob: false, below: 'nothing', moved }),
  );
  return rule && doubt('named-file', rule);
}

/** A word that is a path, and not code. */
const PATH = /^[\w./@+-]+$/;

/** What may be a file in a word: a part of it, or a piece of the script or other text that it is. */
function textsOf(word: string): Iterable<string> {
  const pieces = word.split(/[\s"'`<>(){}[\];|&]+/);
  return new Set([word, ...pieces].flatMap(partsOf));
}

/** The literal end of a word behind an expansion, below a folder that is not known. */
function endsIn(word: string, files: FileGuard): Rule | undefined {
  const [, end = ''] = /(?:\$\w+|[^\w./@%+,~-])([\w./@%+,~-]*)["']?$/.exec(word) ?? [];
  const text = end.replace(/^\/+/, '');
  return text === ''
    ? undefined
    : files.reached({ text, glob: false, below: 'nothing', moved: true });
}

/** Variables and options of a shell by which patterns match other files: hidden ones, or in another case. */
const PATTERN_VARIABLE = /^(?:GLOBIGNORE|BASHOPTS|SHELLOPTS|options)$/;
const PATTERN_OPTION = /^[-+\w]*(?:braceccl|(?<!null|fail|ext|no)glob(?!star))\w*$/i;

function changesPatterns({ words, assignments }: SimpleCommand, program: string): boolean {
  if (assignments.some(({ name }) => PATTERN_VARIABLE.test(name))) return true;
  const { shadows, wraps } = programOf(program) ?? {};
  const sets =
    shadows === true || wraps?.form === 'shell' || /^(?:(?:un)?setopt|emulate)$/.test(program);
  return (
    sets &&
    words.some((word) => PATTERN_OPTION.test(word.replaceAll('_', '')) || /^-\w*4/.test(word))
  );
}

function belowOf(command: SimpleCommand, walk: Walk | undefined, kept: boolean): Below {
  if (walk === undefined) return 'nothing';
  if (walk.with !== undefined && !hasOption(command, walk.with, walk.bundle)) return 'nothing';
  if (walk.hidden !== undefined && !hasOption(command, walk.hidden)) return 'visible';
  return kept && walk.keepsNames === true ? 'kept' : 'all';
}

/** Whether a command has one of the options, possibly in a cluster or abbreviated, or may have it. */
function hasOption(command: SimpleCommand, options: string, bundle = false): boolean {
  return command.words.some((word, at) => {
    if (knowledgeOf(command, at) !== STATIC) return word === '*';
    return isOption(word, options, bundle && at === 1);
  });
}

function isOption(word: string, options: string, bundle = false): boolean {
  if (isListed(options, word)) return true;
  if (word.startsWith('--'))
    return word.length > 2 && ` ${options}`.includes(` ${word.replace(/=.*/, '')}`);
  if (!word.startsWith('-') && !bundle) return false;
  return options.split(/\s+/).some((one) => /^-[^-]$/.test(one) && word.includes(one.slice(1)));
}

/** Whether the program goes through the current folder, as it was given no other, or writes into it. */
function worksHere(command: SimpleCommand, facts: Program, reading: boolean): boolean {
  if (!reading && facts.walks?.unpacks === true) return true;
  return operandsOf(command, facts).length <= (facts.walks?.here ?? -1);
}

/** Whether an option or subcommand makes it write files which its words do not name. */
function isPatch(command: SimpleCommand, facts: Program): boolean {
  const { unpacks, bundle } = facts.walks ?? {};
  if (typeof unpacks !== 'string') return false;
  const [first = 0] = operandsOf(command, facts);
  const word = command.words[first] ?? '';
  return unpacks.startsWith('-') ? hasOption(command, unpacks, bundle) : isListed(unpacks, word);
}

function operandsOf(command: SimpleCommand, facts: Program): readonly number[] {
  return scan(command, 1, ownWords(facts, { operands: Number.POSITIVE_INFINITY })).operands;
}
