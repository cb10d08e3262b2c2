import type { ReasonCode } from '../../decision.ts';
import type { SimpleCommand } from '../line.ts';
import type { Words } from '../../programs/program.ts';

/** Which words of a command a rule spells, and which belong to another command inside it. */
export interface Spelling {
  /** The words before this one are spelled. */
  readonly until: number;
  /** The words from this one on are spelled as well. */
  readonly from: number;
  /** Words that are checked as commands of their own, `[from, to)`. */
  readonly skips: readonly (readonly [from: number, to: number])[];
  /** Whether the folder may have changed since the line began. */
  readonly moved: boolean;
  /** Whether rules of the file tools allow writing a file. */
  readonly writes: (path: string) => boolean;
}

/** How far the words of a command have been read. */
export interface Reading {
  readonly command: SimpleCommand;
  readonly spelling: Spelling;
  table: Words;
  /** The word that is read next. */
  at: number;
  /** Whether options may still come. */
  open: boolean;
  operands: number;
  /** Whether one of the options was there that the table requires. */
  required: boolean;
  /** Whether an option gave the script. */
  scripted: boolean;
  /** Whether a rule spelled an option that the table does not know, and that may take a value. */
  unsure: boolean;
  /** Where the operands stand of which the last one is written. */
  files: number[];
}

/** Why a word is not understood; `done` when what follows is nothing to evaluate. */
export type Halt = ReasonCode | 'done' | undefined;

/** Whether a rule spells a word. */
export function isSpelled({ until, from }: Spelling, at: number): boolean {
  return at < until || at >= from;
}

/** Goes on with another table, from the next word on. */
export function enter(reading: Reading, table: Words): void {
  reading.table = table;
  reading.operands = 0;
  reading.open = true;
  reading.at += 1;
}
