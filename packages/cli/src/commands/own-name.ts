import type { AddHelpTextContext, Command } from 'commander';

const CALLS = /\b(?:hitl|delta)(?= (?:run|serve|inbox|permissions|audit|completion)\b)/g;

/** Help whose examples use the name that the program was called by: both have all commands. */
export function inOwnName(text: string): (context: AddHelpTextContext) => string {
  return ({ command }) => text.replaceAll(CALLS, rootOf(command).name());
}

/** The program that a command is of. */
export function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}
