import * as z from 'zod';

/** One member of an object. */
export interface Member {
  readonly name: string;
  /** The schema of the member, which says whether it may be absent, too. */
  readonly schema: z.core.$ZodType;
  readonly shape: Shape;
  /** It may be absent, and stays so: the schema does not fill it in. */
  readonly isOptional: boolean;
}

/** What a schema says a value is, without how it checks that. */
export type Shape = { readonly schema: z.core.$ZodType } & (
  | { readonly kind: 'text' | 'time' | 'count' | 'number' | 'flag' | 'object' | 'anything' }
  | { readonly kind: 'words'; readonly words: readonly (string | boolean)[] }
  | { readonly kind: 'list'; readonly item: Shape; readonly isReadonly?: boolean }
  | { readonly kind: 'nullable'; readonly inner: Shape }
  | { readonly kind: 'union'; readonly options: readonly Shape[] }
  | { readonly kind: 'both'; readonly sides: readonly [Shape, Shape] }
  | { readonly kind: 'members'; readonly members: readonly Member[] }
  /** What a schema refers to by a function, since it contains itself. */
  | { readonly kind: 'later'; readonly get: () => Shape }
);

type Def = z.core.$ZodTypes['_zod']['def'];

function defOf(schema: z.core.$ZodType): Def {
  // oxlint-disable-next-line no-underscore-dangle -- where zod 4 keeps what a schema consists of
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** The schema that `describe` and `meta` made a copy of, and so on, the schema itself first. */
export function originsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  // oxlint-disable-next-line no-underscore-dangle -- likewise
  const { parent } = schema._zod;
  return parent === undefined ? [schema] : [schema, ...originsOf(parent)];
}

/** What a schema says about itself. */
export function descriptionOf(schema: z.core.$ZodType): string {
  return z.globalRegistry.get(schema)?.description ?? '';
}

/** Whether more members than an object names are a part of what it is. */
export function isOpen(schema: z.core.$ZodType): boolean {
  return z.globalRegistry.get(schema)?.['additionalProperties'] === true;
}

/** Reads what a schema says a value is; of one that changes values, what it changes. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  if (z.globalRegistry.get(schema)?.['format'] === 'date-time') return { schema, kind: 'time' };
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return { schema, kind: 'text' };
    case 'number':
      return { schema, kind: isCount(schema) ? 'count' : 'number' };
    case 'boolean':
      return { schema, kind: 'flag' };
    case 'unknown':
      return { schema, kind: 'anything' };
    case 'custom':
      return { schema, kind: 'object' };
    case 'literal':
      return { schema, kind: 'words', words: def.values.filter(isWord) };
    case 'enum':
      return { schema, kind: 'words', words: Object.values<unknown>(def.entries).filter(isWord) };
    case 'array':
      return { schema, kind: 'list', item: shapeOf(def.element) };
    case 'nullable':
      return { schema, kind: 'nullable', inner: shapeOf(def.innerType) };
    case 'optional':
    case 'default':
      return shapeOf(def.innerType);
    case 'readonly': {
      const shape = shapeOf(def.innerType);
      return shape.kind === 'list' ? { ...shape, isReadonly: true } : shape;
    }
    case 'pipe':
      return { ...shapeOf(def.in), schema };
    case 'lazy':
      return { schema, kind: 'later', get: () => shapeOf(def.getter()) };
    case 'union':
      return { schema, kind: 'union', options: def.options.map((option) => shapeOf(option)) };
    case 'intersection':
      return { schema, kind: 'both', sides: [shapeOf(def.left), shapeOf(def.right)] };
    case 'object':
      return { schema, kind: 'members', members: membersOf(def.shape) };
    default:
      throw new Error(`a schema of the wire is a ${def.type}, which no generator knows`);
  }
}

function membersOf(shape: Readonly<Record<string, z.core.$ZodType>>): readonly Member[] {
  return Object.entries(shape).map(([name, schema]) => {
    const { type } = defOf(schema);
    return {
      name,
      schema,
      shape: shapeOf(schema),
      isOptional: type === 'optional',
    };
  });
}

/** Whether only whole numbers are right. */
function isCount(schema: z.core.$ZodType): boolean {
  return !z.safeParse(schema, 450.5).success;
}

function isWord(value: unknown): value is string | boolean {
  return typeof value === 'string' || typeof value === 'boolean';
}
