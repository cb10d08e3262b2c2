import type { ReasonCode } from '../decision.ts';
import type { Below } from '../path/overlap.ts';
import { partsOf } from '../path/protected.ts';
import { filesOf, programOf } from '../programs/index.ts';
import type { Program, Walk } from '../programs/program.ts';
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
  if (!writes.active || !(moves || facts?.writes === true)) return reading;
  return stricter(reading, guardUse(command, facts, writes, { opens: !moves, kept: false, moved }));
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
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const known = knowledgeOf(command, at);
    const glob = known !== STATIC;
    if (glob && !opens) continue;
    if (known > PATTERN || known === QUOTED) return doubt('dynamic-word');
    const parts = glob ? [word] : partsOf(word);
    // A script of sed or awk names files inside.
    const named = facts?.script === undefined ? parts : [...parts, ...word.split(/[\s"'<;{}]+/)];
    for (const text of named) {
      if (text === '') continue;
      const rule = files.reached({ text, glob, below, moved });
      if (rule !== undefined) return doubt(code, rule);
    }
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
    if (word.startsWith('--'))
      return word.length > 2 && ` ${options}`.includes(` ${word.replace(/=.*/, '')}`);
    if (!word.startsWith('-') && (!bundle || at !== 1)) return false;
    return options.split(' ').some((one) => one.length === 2 && word.includes(one.slice(1)));
  });
}

/** Whether the program goes through the current folder, as it was given no other, or writes into it. */
function worksHere(command: SimpleCommand, facts: Program, reading: boolean): boolean {
  if (!reading) return facts.walks?.unpacks === true;
  const own = ownWords(facts, { operands: Number.POSITIVE_INFINITY });
  return scan(command, 1, own).operands.length <= (facts.walks?.here ?? -1);
}
