import type { ReasonCode } from '../decision.ts';
import type { Below } from '../path/overlap.ts';
import { partsOf } from '../path/protected.ts';
import { filesOf, programOf, wordsOf } from '../programs/index.ts';
import { isListed, type Program, type Words } from '../programs/program.ts';
import { PATTERN_OPTION, PATTERN_VARIABLE } from '../programs/shells.ts';
import { firstRule, type Rule } from '../rule.ts';
import { literalEnd, patternsOf, targetsOf, textsOf } from './file-words.ts';
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
 * @param line - the text that the command is in
 */
export function guardFiles(
  command: SimpleCommand,
  program: string,
  { reads, writes }: Pick<GuardRules, 'reads' | 'writes'>,
  moved: FileWord['moved'],
  line: string,
): Finding | undefined {
  const use = { ...useOf(command, program), moved, line };
  const { facts, table, uses, moves, code, changes } = use;
  const writing = writes.active && facts.harmless !== true;
  // Few programs are known so well that an unknown option is a reason to ask.
  const strict = uses !== undefined && facts.writes !== true && table?.operands !== 'held';
  let worst: Finding | undefined;
  const runs = code === 'stdin-script' && table?.operands !== 'held' && command.input === 'pipe';
  const unknown = runs || (strict && code === 'dangerous-option');
  if (unknown && (reads.active || writing)) worst = doubt(code);
  if (changesPatterns(command, facts)) worst = doubt('dynamic-word');
  if (reads.active) {
    if (hasOption(command, facts.loads)) worst = doubt('named-file');
    const values = command.assignments.map(({ value }) => (/[./]/.test(value) ? value : ''));
    const named = reached(reads, values.flatMap(partsOf), { moved, sure: false });
    if (named !== undefined) worst = stricter(worst, doubt('named-file', named));
    if (uses !== 'names' || moves) worst = stricter(worst, guardUse(use, reads, true));
  }
  if (!writing || !(moves || changes || code !== undefined)) return worst;
  return stricter(worst, guardUse(use, writes, false));
}

/** Whether a command changes what the patterns of later ones match. */
function changesPatterns({ words, assignments }: SimpleCommand, { shadows, wraps }: Program) {
  if (assignments.some(({ name }) => PATTERN_VARIABLE.test(name))) return true;
  const isZsh = /^(?:(?:un)?setopt|emulate)$/.test(words[0] ?? '');
  if (!isZsh && shadows !== true && wraps?.form !== 'shell') return false;
  return words.some((word) => PATTERN_OPTION.test(word.replaceAll('_', '')));
}

/** What is known of a command and of the files that it is given. */
interface Use {
  readonly command: SimpleCommand;
  readonly facts: Program;
  readonly table: Words | undefined;
  readonly uses: Program['files'];
  readonly moves: boolean;
  /** Why its table does not accept its words, if no rule spells them out. */
  readonly code: ReasonCode | undefined;
  /** Whether an option or subcommand makes it change the files that it is given. */
  readonly changes: boolean;
  readonly moved: FileWord['moved'];
  readonly line: string;
  /** The words of commands that it runs, which are checked by themselves. */
  readonly inner: typeof NONE;
}

function useOf(command: SimpleCommand, program: string): Omit<Use, 'moved' | 'line'> {
  const { words } = command;
  const facts = programOf(program) ?? {};
  const table = wordsOf(program);
  const uses = filesOf(facts);
  const inner = facts.wraps === undefined ? NONE : rangesOf(unwrap(command, program));
  const known = { command, facts, table, uses, moves: facts.moves === true, inner };
  // `python -m module`
  const runs = isListed(table?.runs, words[1] ?? '');
  if (table === undefined || (runs && wordsOf(words[2] ?? '') === undefined)) {
    const isText = uses === 'names' || words.length === 0;
    return { ...known, code: isText ? undefined : 'opaque-wrapper', changes: false };
  }
  const writes = typeof facts.writes === 'string' ? facts.writes : '';
  const changing = words.flatMap((word, at) =>
    at > 0 && isOption(word, writes) ? [[at, at + 1] as const] : [],
  );
  const code = readWords(command, table, {
    until: runs ? 3 : 1,
    from: Number.POSITIVE_INFINITY,
    skips: [...inner, ...changing],
    moved: true,
    wraps: facts.wraps !== undefined,
    writes: () => false,
  });
  const changes = changing.length > 0 || (writes !== '' && code === 'redirect');
  return { ...known, code, changes };
}

function guardUse(use: Use, files: FileGuard, reading: boolean): Finding | undefined {
  const { command, facts, table, uses, moves, code, moved, line } = use;
  const opens = uses !== undefined && (reading ? uses === 'contents' : !moves);
  const { below, words, isFile } = walkOf(use, reading);
  const sure = !moves && (uses !== undefined || use.changes);
  const found: ReasonCode = below === 'nothing' ? 'named-file' : 'searched-folder';
  // What an interpreter runs is no file that it writes.
  const runs = !reading && table?.operands === 'script';
  const script = runs ? words.findIndex((word, at) => at > 0 && !word.startsWith('-')) : 0;
  for (let at = reading && words[0]?.includes('/') === true ? 0 : 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (use.inner.some(([from, to]) => from <= at && at < to)) continue;
    if (runs && at === script && /^[\w./@+-]+$/.test(word)) continue;
    const known = knowledgeOf(command, at);
    if (opens && (known > PATTERN || known === QUOTED)) return doubt('dynamic-word');
    const how = { moved, sure, below: isFile(word) ? 'nothing' : below } as const;
    let rule: Rule | undefined;
    if (known === PATTERN) rule = reached(files, [word], { ...how, glob: true });
    else if (known !== STATIC) rule = reached(files, literalEnd(word), { sure, moved: true });
    else {
      rule = reached(files, code === undefined ? partsOf(word) : textsOf(word), how);
      const patterns = uses === undefined ? patternsOf(word, words[0]) : [];
      rule ??= reached(files, patterns, { moved, sure, glob: true });
    }
    if (rule !== undefined) return doubt(found, rule);
  }
  // Its input may be a script, or list files.
  const { input } = command;
  const piped = input === 'pipe' && table !== undefined && mayRunInput(table) ? line : '';
  const text = typeof input === 'object' ? input.text : piped;
  const targets =
    reading || facts.writes === undefined ? [] : targetsOf(command.words, uses === undefined);
  const rule = reached(files, [...textsOf(code && text), ...targets], { moved, sure: false });
  return rule && doubt('named-file', rule);
}

/** A rule that may be about one of the paths. */
function reached(
  files: FileGuard,
  texts: Iterable<string>,
  how: Pick<FileWord, 'moved' | 'sure'> & Partial<FileWord>,
): Rule | undefined {
  return firstRule(texts, (text) => files.reached({ glob: false, below: 'nothing', ...how, text }));
}

/** How a command goes through the folders that its words name, with the current one if it does so there. */
function walkOf({ command, facts, uses, changes }: Use, reading: boolean) {
  const { walks } = facts;
  const { form, unless } = walks?.files ?? {};
  const isFile = (word: string): boolean =>
    form?.test(word) === true && !hasOption(command, unless);
  let below: Below = 'nothing';
  // A name at any depth may be in every folder, so that each would be a reason to ask.
  if (!reading && changes && uses === undefined) below = 'kept';
  if (walks === undefined) return { below, words: command.words, isFile };
  const { operands } = scan(command, 1, ownWords(facts, { operands: Number.POSITIVE_INFINITY }));
  const { unpacks } = walks;
  const first = command.words[operands[0] ?? 0] ?? '';
  let here =
    !reading &&
    (unpacks === '' ||
      isListed(unpacks, first) ||
      (unpacks?.startsWith('-') === true && hasOption(command, unpacks, walks.bundle)));
  if (here) below = 'all';
  else if (walks.with === undefined || hasOption(command, walks.with, walks.bundle)) {
    below = reading && walks.keepsNames === true ? 'kept' : 'all';
    if (walks.hidden !== undefined && !hasOption(command, walks.hidden)) below = 'visible';
    here = operands.length <= (walks.here ?? -1);
  }
  return { below, words: here ? [...command.words, '.'] : command.words, isFile };
}

/** Whether a command has one of the options, possibly in a cluster or abbreviated, or may have it. */
function hasOption(command: SimpleCommand, options = '', bundle = false): boolean {
  if (options === '') return false;
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
