import type { StandardSchema } from './standard-schema.ts';

/** Type of a tool's arguments, from the schema of its parameters; else any object. */
export type ArgsOf<Schema> =
  Schema extends StandardSchema<infer Input, infer _Output>
    ? Input
    : Schema extends { readonly properties: infer Properties }
      ? ObjectOf<Properties, RequiredOf<Schema>>
      : Readonly<Record<string, unknown>>;

/** Type of the parsed arguments, with the defaults and conversions of a schema library. */
export type ReadArgsOf<Schema> =
  Schema extends StandardSchema<infer _Input, infer Output> ? Output : ArgsOf<Schema>;

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] }
  ? Name
  : never;

type ObjectOf<Properties, Required> = {
  readonly [Name in keyof Properties as Name extends Required ? Name : never]: ValueOf<
    Properties[Name]
  >;
} & {
  readonly [Name in keyof Properties as Name extends Required ? never : Name]?: ValueOf<
    Properties[Name]
  >;
};

type ValueOf<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: infer Type }
      ? TypeOf<Type, Schema>
      : unknown;

// Distributes over `type: ['string', 'null']`, whose element type is a union.
type TypeOf<Type, Schema> = Type extends readonly (infer Member)[]
  ? TypeOf<Member, Schema>
  : Type extends 'string'
    ? string
    : Type extends 'number' | 'integer'
      ? number
      : Type extends 'boolean'
        ? boolean
        : Type extends 'null'
          ? null
          : Type extends 'array'
            ? Schema extends { readonly items: infer Items }
              ? readonly ValueOf<Items>[]
              : readonly unknown[]
            : Type extends 'object'
              ? ArgsOf<Schema>
              : unknown;
