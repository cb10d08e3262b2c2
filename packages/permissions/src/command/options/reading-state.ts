import type { ReasonCode } from '../../decision.ts';
import type { SimpleCommand } from '../line.ts';
import type { Words } from '../../programs/program.ts';

/** Which words of a command a rule spells out, and which belong to another command inside it. */
export interface Spelling {
  /** The words before this one are spelled out. */
  readonly until: number;
  /** The words from this one on are spelled out too. */
  readonly from: number;
  /** Words that are checked as separate commands, `[from, to)`. */
  readonly skips: readonly (readonly [from: number, to: number])[];
  /** Whether the current folder may have changed earlier in the line. */
  readonly moved: boolean;
  /** Whether the program runs another one, which is checked with its input as a separate command. */
  readonly wraps: boolean;
  /** Whether rules of the file tools allow a file to be written. */
  readonly writes: (path: string) => boolean;
}

/** The position of the reader in the words of a command. */
export interface Reading {
  readonly command: SimpleCommand;
  readonly spelling: Spelling;
  table: Words;
  /** The index of the next word to read. */
  at: number;
  /** Whether options may still come. */
  open: boolean;
  operands: number;
  /** Which options that the table requires were found, and are in effect. */
  required: readonly string[];
  /** Whether an option contained the script. */
  scripted: boolean;
  /** Whether a rule spelled out an option that is not in the table and that may take a value. */
  unsure: boolean;
  /** Positions of operands, of which the last one is written to. */
  files: number[];
}

/** Why a word is not understood; `done` if the rest need not be evaluated. */
export type Halt = ReasonCode | 'done' | undefined;

/** Whether a rule spells a word out. */
export function isSpelled({ until, from }: Spelling, at: number): boolean {
  return at < until || at >= from;
}

/** Continues with another table from the next word on. */
export function enter(reading: Reading, table: Words): void {
  reading.table = table;
  reading.operands = 0;
  reading.open = true;
  reading.at += 1;
}
