import type { ReasonCode } from '../decision.ts';
import type { Below } from '../path/overlap.ts';
import { partsOf } from '../path/protected.ts';
import { filesOf, programOf } from '../programs/index.ts';
import { isListed, type Program, type Walk } from '../programs/program.ts';
import { firstRule } from '../rule.ts';
import {
  doubt,
  stricter,
  type FileGuard,
  type FileWord,
  type Finding,
  type GuardRules,
} from './finding.ts';
import { knowledgeOf, PATTERN, QUOTED, STATIC, type SimpleCommand } from './line.ts';
import { ownWords, scan } from './wrapper-words.ts';

/**
 * Whether a program may read or write a file that deny rules of the file tools are about: it is named, a
 * wildcard may stand for it, or it may be below a folder that the program goes through. What becomes of the
 * file is not known, so this is a reason to ask and not to deny.
 */
export function guardFiles(
  command: SimpleCommand,
  program: string,
  { reads, writes }: Pick<GuardRules, 'reads' | 'writes'>,
  moved: FileWord['moved'],
): Finding | undefined {
  if (!reads.active && !writes.active) return undefined;
  const facts = programOf(program);
  const uses = filesOf(facts);
  const moves = facts?.moves === true;
  const reading =
    reads.active && (uses !== 'names' || moves)
      ? guardUse(command, facts, reads, { opens: uses === 'contents', kept: true, moved })
      : undefined;
  const loading = reads.active && loadsFiles(command, facts) ? doubt('named-file') : undefined;
  const worst = stricter(reading, loading);
  if (!writes.active) return worst;
  if (moves || mayWrite(command, facts)) {
    const use = { opens: !moves, kept: false, moved };
    return stricter(worst, guardUse(command, facts, writes, use));
  }
  const rule = firstRule(writtenFiles(command, facts), (text) =>
    writes.reached({ text, glob: false, below: 'nothing', moved }),
  );
  return stricter(worst, rule && doubt('named-file', rule));
}

/** Whether a program reads files that its words do not name in full. */
function loadsFiles({ words }: SimpleCommand, facts: Program | undefined): boolean {
  const { loads } = facts ?? {};
  return loads !== undefined && words.some((word, at) => at > 0 && loads.test(word));
}

/** Whether a program may change each file that it is given. */
function mayWrite(command: SimpleCommand, facts: Program | undefined): boolean {
  if (facts === undefined) return false;
  const { writes, requires, most } = facts;
  if (writes === true || (writes !== undefined && hasOption(command, writes))) return true;
  if (requires !== undefined && !hasOption(command, requires)) return true;
  return most !== undefined && operandsOf(command, facts).length > most;
}

/** An option whose value most programs write to. */
const OUTPUT = /^(?:-[oO]|--?out[\w-]*)(?:=|$)/;

/**
 * The parts of words that name files which are written by a program that leaves others as they are: in its
 * script, or in an option that most programs have.
 */
function writtenFiles({ words }: SimpleCommand, facts: Program | undefined): string[] {
  const { script } = facts ?? {};
  const isUnknown = filesOf(facts) === undefined;
  return words.flatMap((word, at) => {
    if (at === 0) return [];
    if (script !== undefined) return script(word) ? [] : namesInScript(word);
    if (!isUnknown) return [];
    if (OUTPUT.test(word)) return [word.replace(OUTPUT, ''), words[at + 1] ?? ''];
    return /^-[oO]./.test(word) ? [word.slice(2)] : [];
  });
}

/** How many letters of a script may be commands of sed that open a file. */
const MAX_COMMANDS = 256;

/** What may be a file in a script of sed or awk: a piece of it, or what follows a command without a blank. */
function namesInScript(word: string): string[] {
  const names = word.split(/[\s"'<>;{}]+/).filter((piece) => piece !== word);
  const commands = [...word.matchAll(/[rRwW]/g)];
  // Another user's folder may be anything.
  if (commands.length > MAX_COMMANDS) return ['~?'];
  for (const { index } of commands) {
    const [name = ''] = word.slice(index + 1).split(/[\n;}"']/, 1);
    names.push(name.trim());
  }
  return names.filter((name) => name !== '');
}

interface Use {
  /** Whether it opens each file that it is given. */
  readonly opens: boolean;
  /** Whether a file that is moved with its folder is still what the rules mean. */
  readonly kept: boolean;
  readonly moved: FileWord['moved'];
}

function guardUse(
  command: SimpleCommand,
  facts: Program | undefined,
  files: FileGuard,
  { opens, kept, moved }: Use,
): Finding | undefined {
  const below = belowOf(command, facts?.walks, kept);
  const code: ReasonCode = below === 'nothing' ? 'named-file' : 'searched-folder';
  const here = below !== 'nothing' && facts !== undefined && worksHere(command, facts, kept);
  const words = here ? [...command.words, '.'] : command.words;
  const { form, unless = '' } = facts?.walks?.files ?? {};
  const file = form !== undefined && !hasOption(command, unless) ? form : undefined;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const known = knowledgeOf(command, at);
    const glob = known !== STATIC;
    if (glob && !opens) continue;
    if (known > PATTERN || known === QUOTED) return doubt('dynamic-word');
    const parts = glob ? [word] : partsOf(word);
    const named = facts?.script === undefined ? parts : [...parts, ...namesInScript(word)];
    const within = file?.test(word) === true ? 'nothing' : below;
    const rule = firstRule(named, (text) => files.reached({ text, glob, below: within, moved }));
    if (rule !== undefined) return doubt(code, rule);
  }
  return undefined;
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
    if (isListed(options, word)) return true;
    if (word.startsWith('--'))
      return word.length > 2 && ` ${options}`.includes(` ${word.replace(/=.*/, '')}`);
    if (!word.startsWith('-') && (!bundle || at !== 1)) return false;
    return options.split(/\s+/).some((one) => /^-[^-]$/.test(one) && word.includes(one.slice(1)));
  });
}

/** Whether the program goes through the current folder, as it was given no other, or writes into it. */
function worksHere(command: SimpleCommand, facts: Program, reading: boolean): boolean {
  if (!reading && facts.walks?.unpacks === true) return true;
  return operandsOf(command, facts).length <= (facts.walks?.here ?? -1);
}

function operandsOf(command: SimpleCommand, facts: Program): readonly unknown[] {
  return scan(command, 1, ownWords(facts, { operands: Number.POSITIVE_INFINITY })).operands;
}
