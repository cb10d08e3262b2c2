import type { TableName } from '../rows/tables.ts';

/** Placeholder for a value that is passed each time the statement runs. */
export class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A constant value of a statement, separate from its text. */
class Value {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** A part of a statement, or a complete one that returns rows `R`: text, values and slots. */
export class Sql<R = unknown> {
  declare readonly '~row'?: R;
  readonly parts: readonly (string | Value | Slot)[];
  constructor(parts: readonly (string | Value | Slot)[]) {
    this.parts = parts;
  }
}

/** The values of a statement's slots, by name. */
export type SlotValues = Readonly<Record<string, string | number | null>>;

/** A statement, or a part of one. Interpolated values never become text, except parts. */
export function sql<R = unknown>(strings: TemplateStringsArray, ...values: unknown[]): Sql<R> {
  return new Sql<R>(
    strings.flatMap((text, index) => {
      if (index >= values.length) return [text];
      const value = values[index];
      return value instanceof Sql ? [text, ...value.parts] : [text, toPart(value)];
    }),
  );
}

function toPart(value: unknown): Value | Slot {
  return value instanceof Slot ? value : new Value(value);
}

/** The placeholder of a value that is passed with each run. */
export function slot(name: string): Sql {
  return new Sql([new Slot(name)]);
}

/** Constant text; never use it for external input. */
export function raw(text: string): Sql {
  return new Sql([text]);
}

/** Joins values and parts with a separator. */
export function join(items: readonly unknown[], separator = ', '): Sql {
  return new Sql(
    items.flatMap((item, index) => [
      ...(index === 0 ? [] : [separator]),
      ...(item instanceof Sql ? item.parts : [toPart(item)]),
    ]),
  );
}

/** Inserts rows with these values, all of the same columns. */
export function insertInto(
  table: TableName,
  ...rows: readonly [Readonly<Record<string, unknown>>, ...Readonly<Record<string, unknown>>[]]
): Sql {
  const names = Object.keys(rows[0]);
  const values = rows.map((row) => sql`(${join(names.map((name) => row[name]))})`);
  return sql`insert into hitl_${raw(table)} (${raw(names.join(', '))}) values ${join(values)}`;
}

/**
 * The text of a statement and its parameters. Placeholders are `$1`, `$2` and so on, one for each
 * slot, or a `?` wherever a value is needed. Slots are parameters until `fill` replaces them.
 */
export function compile(statement: Sql, placeholders: '$1' | '?') {
  const parameters: unknown[] = [];
  const numbers = new Map<string, number>();
  const text = statement.parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const known = part instanceof Slot ? numbers.get(part.name) : undefined;
      if (placeholders === '$1' && known !== undefined) return `$${known}`;
      const number = parameters.push(part instanceof Value ? part.value : part);
      if (part instanceof Slot) numbers.set(part.name, number);
      return placeholders === '?' ? '?' : `$${number}`;
    })
    .join('');
  return { text, parameters };
}

/** The parameters with the slots filled; a slot without a value is left for the engine. */
export function fill({ parameters }: ReturnType<typeof compile>, values: SlotValues): unknown[] {
  return parameters.map((parameter) =>
    parameter instanceof Slot && Object.hasOwn(values, parameter.name)
      ? values[parameter.name]
      : parameter,
  );
}
