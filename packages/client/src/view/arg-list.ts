import type { ToolArgs } from '@hitl/protocol';
import { isBlock, namesOf, textOf } from './long.ts';
import { patchLines } from './patch.ts';
import { isRecord, isSecret, membersOf, plainOf, schemaOf, type Schema } from './schema.ts';
import { argsWhere } from './secret-args.ts';

/** One argument as it is listed. */
export interface ListedArg {
  readonly name: string;
  readonly value: unknown;
  /** What the schema of the tool says of it; `{}` where it is silent. */
  readonly schema: Schema;
}

/** The arguments of a call in the order and the grouping in which they are shown. */
export interface ArgList {
  /** What the agent says of its call, where that is a line of prose. */
  readonly subtitle: string | undefined;
  readonly args: readonly ListedArg[];
  /** A text that is replaced by another one. */
  readonly edit: { readonly before: string; readonly after: string } | undefined;
  /** The schema of all arguments, to look references up in. */
  readonly root: Schema;
}

/** Lists arguments: `names` of them, by default all, what runs first. */
export function argList(
  args: ToolArgs,
  schema: Schema | undefined,
  names: readonly string[] = namesOf(args),
): ArgList {
  const root = schemaOf(schema);
  const members = new Map(
    membersOf(plainOf(root, root), args).map((member) => [member.name, member.schema]),
  );
  const { old_text: before, new_text: after } = args;
  const edit =
    typeof before === 'string' &&
    typeof after === 'string' &&
    names.includes('old_text') &&
    names.includes('new_text')
      ? { before, after }
      : undefined;
  const told = names.length > 1 && names.includes('description');
  const subtitle = told ? subtitleIn(argsWhere(false, args, schema)) : undefined;
  return {
    subtitle,
    args: names
      .filter((name) => name !== 'description' || subtitle === undefined)
      .filter((name) => edit === undefined || (name !== 'old_text' && name !== 'new_text'))
      .map((name) => ({ name, value: args[name], schema: members.get(name) ?? {} })),
    edit,
    root,
  };
}

function subtitleIn({ description }: ToolArgs): string | undefined {
  return typeof description === 'string' && /^[^\n]{1,200}$/.test(description.trim())
    ? description
    : undefined;
}

/** The form that shows an argument best. */
export type ArgKind = 'secret' | 'table' | 'tree' | 'diff' | 'command' | 'block' | 'line';

/** The form that shows an argument best; `schema`: its own, without references. */
export function argKind(name: string, value: unknown, schema: Schema): ArgKind {
  if (isSecret(schema)) return 'secret';
  if (tableOf(value) !== undefined) return 'table';
  if (isTree(value)) return 'tree';
  if (typeof value === 'string' && patchLines(value) !== undefined) return 'diff';
  return name === 'command' ? name : isBlock(textOf(value)) ? 'block' : 'line';
}

/** More columns than fit side by side would hide the last ones. */
const MAX_COLUMNS = 8;
const MAX_ROWS = 500;

/** One object of a list. */
export type TableRow = Readonly<Record<string, unknown>>;

/** Rows and the columns that they have together. */
export interface TableData {
  readonly rows: readonly TableRow[];
  readonly columns: readonly string[];
}

/** A list of flat objects as a table; `undefined` for what is better shown otherwise. */
export function tableOf(value: unknown): TableData | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.length > MAX_ROWS) return undefined;
  if (!value.every(isFlat)) return undefined;
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
  return columns.length === 0 || columns.length > MAX_COLUMNS
    ? undefined
    : { rows: value, columns };
}

function isFlat(value: unknown): value is TableRow {
  return (
    isRecord(value) &&
    Object.values(value).every((cell) => typeof cell !== 'object' || cell === null)
  );
}

/** A text that looks like another type is quoted, to distinguish "5" from 5. */
export function cellText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^(|true|false|null|[-+]?[\d.]+(e[-+]?\d+)?|\s.*|.*\s)$/i.test(value)
    ? JSON.stringify(value)
    : value;
}

/** The columns of a table that hold secrets; `schema`: that of the list. */
export function secretColumns(
  columns: readonly string[],
  schema: Schema,
  root: Schema,
): ReadonlySet<string> {
  const items = plainOf(schemaOf(schema['items']), root);
  const properties = schemaOf(items['properties']);
  return new Set(
    columns.filter(
      (column) =>
        Object.hasOwn(properties, column) && isSecret(plainOf(schemaOf(properties[column]), root)),
    ),
  );
}

/** Beyond this, text is read faster, and drawn. */
const MAX_NODES = 500;
const MAX_DEPTH = 8;

function nodesIn(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth === 0) return Infinity;
  return Object.values(value).reduce<number>((sum, each) => sum + nodesIn(each, depth - 1), 1);
}

/** Whether a value has a structure that is worth to be drawn. */
export function isTree(value: unknown): value is object {
  const nodes = nodesIn(value, MAX_DEPTH);
  return nodes > 1 && nodes <= MAX_NODES;
}
