import type { ToolArgs } from '@hitl/protocol';

const MANY_LINES = 24;
const MANY_CHARACTERS = 1600;

/** Whether a text is too much to be seen at a glance. */
export function isLong(text: string): boolean {
  return text.length > MANY_CHARACTERS || text.split('\n').length > MANY_LINES;
}

/** How an argument is written out. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'undefined');
}

/** Whether any of the arguments is too much to be seen at a glance. */
export function areLong(args: ToolArgs): boolean {
  return Object.values(args).some((value) => isLong(textOf(value)));
}
