import type { AddHelpTextContext, Command } from 'commander';

const CALLS = /\b(?:hitl|delta)(?= (?:run|serve|inbox|permissions|audit|completion)\b)/g;

/** Help text whose examples use the name under which the program was called. */
export function inOwnName(text: string): (context: AddHelpTextContext) => string {
  return ({ command }) => text.replaceAll(CALLS, rootOf(command).name());
}

/** The program to which a command belongs. */
export function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}
