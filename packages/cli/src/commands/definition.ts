import type { Command } from 'commander';
import type { CliIo } from '../process/io.ts';

/** A command of the program. */
export interface CommandDefinition {
  readonly name: string;
  readonly description: string;
  /** Its arguments, as help shows them. */
  readonly args?: string;
  /** Whether help leaves it out. */
  readonly hidden?: boolean;
  /**
   * Adds flags, commands inside and what it does. Only the command that is called is defined: the
   * flags of all others would be half of the time that it takes to start. `exitWith` sets the exit code.
   */
  define(command: Command, io: CliIo, exitWith: (code: number) => void): void;
}
