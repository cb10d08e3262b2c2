import type { ToolArgs } from '@hitl/protocol';
import { isBlock, namesOf, textOf } from './long.ts';
import { patchLines } from './patch.ts';
import { isRecord, isSecret, membersOf, plainOf, schemaOf, type Schema } from './schema.ts';
import { argsWhere } from './secret-args.ts';

/** One argument of a list. */
export interface ListedArg {
  readonly name: string;
  readonly value: unknown;
  /** The schema of the argument; `{}` if the tool declares none. */
  readonly schema: Schema;
}

/** The arguments of a call in display order. */
export interface ArgList {
  /** The agent's description of the call, if it is a single line. */
  readonly subtitle: string | undefined;
  readonly args: readonly ListedArg[];
  /** A replacement of one text by another, shown as a diff. */
  readonly edit: { readonly before: string; readonly after: string } | undefined;
  /** The schema of all arguments, in which references are resolved. */
  readonly root: Schema;
}

/** Lists arguments in display order. `names`: those to list, by default all. */
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
  const described = names.length > 1 && names.includes('description');
  const subtitle = described ? subtitleIn(argsWhere(false, args, schema)) : undefined;
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

/** The name of an argument as text: quoted if it is empty, or if its whitespace is easily overlooked. */
export function nameText(name: string): string {
  return /^\S+( \S+)*$/.test(name) ? name : JSON.stringify(name);
}

/** How an argument is displayed. */
export type ArgKind = 'secret' | 'table' | 'tree' | 'diff' | 'command' | 'block' | 'line';

/** How an argument is best displayed. `schema`: its own, with references resolved. */
export function argKind(name: string, value: unknown, schema: Schema): ArgKind {
  if (isSecret(schema)) return 'secret';
  if (tableOf(value) !== undefined) return 'table';
  if (isTree(value)) return 'tree';
  if (name === 'command') return name;
  if (typeof value === 'string' && patchLines(value) !== undefined) return 'diff';
  return isBlock(textOf(value)) ? 'block' : 'line';
}

/** With more columns the last ones would not be visible. */
const MAX_COLUMNS = 8;
const MAX_ROWS = 500;

/** One row: an object of a list. */
export type TableRow = Readonly<Record<string, unknown>>;

/** Rows and the union of their columns. */
export interface TableData {
  readonly rows: readonly TableRow[];
  readonly columns: readonly string[];
}

/** A list of flat objects as a table; `undefined` for any other value. */
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

/** Text of a cell. A string that looks like another type is quoted, to distinguish "5" from 5. */
export function cellText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^(|true|false|null|[-+]?[\d.]+(e[-+]?\d+)?|\s.*|.*\s)$/i.test(value)
    ? JSON.stringify(value)
    : value;
}

/** The columns of a table that hold secrets. `schema`: the schema of the list. */
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

/** Larger trees are faster to read, and to render, as text. */
const MAX_NODES = 500;
const MAX_DEPTH = 8;

function nodesIn(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth === 0) return Infinity;
  return Object.values(value).reduce<number>((sum, each) => sum + nodesIn(each, depth - 1), 1);
}

/** Whether a value is displayed as a tree. */
export function isTree(value: unknown): value is object {
  const nodes = nodesIn(value, MAX_DEPTH);
  return nodes > 1 && nodes <= MAX_NODES;
}
