import type { Command } from 'commander';
import type { CliIo } from '../process/io.ts';

/** A command of the program. */
export interface CommandDefinition {
  readonly name: string;
  readonly description: string;
  /** Its arguments, as shown by help. */
  readonly args?: string;
  /** Whether to hide it from help. */
  readonly hidden?: boolean;
  /**
   * Adds its flags, subcommands and action. Called only for the invoked command, because defining
   * the flags of all others would double the startup time. `exitWith` sets the exit code.
   */
  define(command: Command, io: CliIo, exitWith: (code: number) => void): void;
}
