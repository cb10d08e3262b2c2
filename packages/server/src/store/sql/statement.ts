/** Placeholder in a statement for a value that is given each time the statement runs. */
export class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A value of a statement, apart from its text. */
class Value {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** Part of a statement, or a whole one that returns rows `R`: text, and between it values and slots. */
export class Sql<R = unknown> {
  declare readonly '~row'?: R;
  readonly parts: readonly (string | Value | Slot)[];
  constructor(parts: readonly (string | Value | Slot)[]) {
    this.parts = parts;
  }
}

/** The values of the slots of a statement, by name. */
export type SlotValues = Readonly<Record<string, string | number | null>>;

/** A statement as a driver takes it. */
export interface CompiledSql {
  readonly text: string;
  /** In the order of their places; slots are filled with `fill`. */
  readonly parameters: readonly unknown[];
}

/**
 * A statement, or a part of one. What is put in is a value that never becomes text, unless it is a
 * part itself.
 */
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

/** The place of a value that comes with each run. */
export function slot(name: string): Sql {
  return new Sql([new Slot(name)]);
}

/** Text of our own, as it is: never anything that came from outside. */
export function raw(text: string): Sql {
  return new Sql([text]);
}

/** Values and parts, one after the other. */
export function join(items: readonly unknown[], separator = ', '): Sql {
  return new Sql(
    items.flatMap((item, index) => [
      ...(index === 0 ? [] : [separator]),
      ...(item instanceof Sql ? item.parts : [toPart(item)]),
    ]),
  );
}

/** The text of a statement and its parameters; `placeholder` writes the n-th one, from 1. */
export function compile(statement: Sql, placeholder: (n: number) => string): CompiledSql {
  const parameters: unknown[] = [];
  const text = statement.parts
    .map((part) => {
      if (typeof part === 'string') return part;
      parameters.push(part instanceof Value ? part.value : part);
      return placeholder(parameters.length);
    })
    .join('');
  return { text, parameters };
}

/** The parameters with the slots filled; a slot without a value stays for the engine. */
export function fill({ parameters }: CompiledSql, values: SlotValues): unknown[] {
  return parameters.map((parameter) =>
    parameter instanceof Slot && Object.hasOwn(values, parameter.name)
      ? values[parameter.name]
      : parameter,
  );
}
