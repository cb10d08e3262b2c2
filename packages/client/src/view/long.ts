import type { ToolArgs } from '@hitl/protocol';
import { argsWhere } from './secret-args.ts';

const MANY_LINES = 24;
const MANY_CHARACTERS = 1600;

/** A longer text is shown as a block. */
const LINE_LENGTH = 120;

/** What matters first: what runs, then where. */
const FIRST = ['query', 'file', 'path', 'url', 'command'];

/** The names of arguments in the order in which they are shown. */
export function namesOf(args: ToolArgs): string[] {
  return Object.keys(args).toSorted((left, right) => FIRST.indexOf(right) - FIRST.indexOf(left));
}

/** Whether a text is too much to be seen at a glance. */
export function isLong(text: string): boolean {
  return text.length > MANY_CHARACTERS || text.split('\n').length > MANY_LINES;
}

/** Whether a text is more than fits beside its name. */
export function isBlock(text: string): boolean {
  return text.includes('\n') || text.length > LINE_LENGTH;
}

/** How an argument is written out. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'undefined');
}

/** Whether any of the arguments that are not masked is too much to be seen at a glance. */
export function areLong(args: ToolArgs, schema?: Readonly<Record<string, unknown>>): boolean {
  return Object.values(argsWhere(false, args, schema)).some((value) => isLong(textOf(value)));
}
