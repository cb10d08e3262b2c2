import * as z from 'zod';

/** One member of an object. */
export interface Member {
  readonly name: string;
  /** The schema of the member, which also says whether it may be absent. */
  readonly schema: z.core.$ZodType;
  readonly shape: Shape;
  /** It may be absent, and the schema sets no default. */
  readonly isOptional: boolean;
}

/** The shape described by a schema, without its checks. */
export type Shape = { readonly schema: z.core.$ZodType } & (
  | { readonly kind: 'text' | 'time' | 'count' | 'number' | 'flag' | 'object' | 'anything' }
  | { readonly kind: 'words'; readonly words: readonly (string | boolean)[] }
  | { readonly kind: 'list'; readonly item: Shape; readonly isReadonly?: boolean }
  | { readonly kind: 'nullable'; readonly inner: Shape }
  | { readonly kind: 'union'; readonly options: readonly Shape[] }
  | { readonly kind: 'both'; readonly sides: readonly [Shape, Shape] }
  | { readonly kind: 'members'; readonly members: readonly Member[] }
  /** A lazy reference, for a schema that contains itself. */
  | { readonly kind: 'later'; readonly get: () => Shape }
);

type Def = z.core.$ZodTypes['_zod']['def'];

function defOf(schema: z.core.$ZodType): Def {
  // oxlint-disable-next-line no-underscore-dangle -- where zod 4 keeps the definition of a schema
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** The schema itself, then the schemas that `describe` and `meta` copied it from. */
export function originsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  // oxlint-disable-next-line no-underscore-dangle -- where zod 4 keeps the origin of a schema
  const { parent } = schema._zod;
  return parent === undefined ? [schema] : [schema, ...originsOf(parent)];
}

/** The description of a schema. */
export function descriptionOf(schema: z.core.$ZodType): string {
  return z.globalRegistry.get(schema)?.description ?? '';
}

/** Whether an object allows additional members. */
export function isOpen(schema: z.core.$ZodType): boolean {
  return z.globalRegistry.get(schema)?.['additionalProperties'] === true;
}

/** Reads the shape from a schema; for a schema that transforms values, the shape of its input. */
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
      throw new Error(`a schema of the wire is a ${def.type}, which the generator does not know`);
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

/** Whether only whole numbers are valid. */
function isCount(schema: z.core.$ZodType): boolean {
  return !z.safeParse(schema, 450.5).success;
}

function isWord(value: unknown): value is string | boolean {
  return typeof value === 'string' || typeof value === 'boolean';
}
