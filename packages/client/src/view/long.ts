import type { ToolArgs } from '@hitl/protocol';
import { argsWhere } from './secret-args.ts';

const MANY_LINES = 24;
const MANY_CHARACTERS = 1600;

/** Longer text is shown as a block. */
const LINE_LENGTH = 120;

/** Arguments shown first, the last name before the others: what runs, then where. */
const FIRST = ['query', 'file', 'path', 'url', 'command'];

/** Names of arguments in display order. */
export function namesOf(args: ToolArgs): string[] {
  return Object.keys(args).toSorted((left, right) => FIRST.indexOf(right) - FIRST.indexOf(left));
}

/** Whether a text, or several together, are too long to read at a glance. */
export function isLong(...texts: readonly string[]): boolean {
  const all = texts.join('\n');
  const room = texts.length > 1 ? 2 : 1;
  return all.length > room * MANY_CHARACTERS || all.split('\n').length > room * MANY_LINES;
}

/** Whether a text does not fit on the line of its name. */
export function isBlock(text: string): boolean {
  return text.includes('\n') || text.length > LINE_LENGTH;
}

/** An argument as text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'undefined');
}

/** Whether the arguments that are not secret, one or all of them, are too long to read at a glance. */
export function areLong(args: ToolArgs, schema?: Readonly<Record<string, unknown>>): boolean {
  const texts = Object.entries(argsWhere(false, args, schema)).map(
    ([name, value]) => `${name} ${textOf(value)}`,
  );
  return isLong(...texts) || texts.some((text) => isLong(text));
}
