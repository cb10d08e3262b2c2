import * as z from 'zod';
import { didYouMean } from '../base/closest.ts';
import { TYPE_NAMES } from '../base/plain-issue.ts';

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function listed(values: readonly unknown[]): string {
  return values.map(String).join(', ');
}

/** For YAML, whose texts need no quotes. */
const NAMES: Readonly<Record<string, string>> = {
  ...TYPE_NAMES,
  object: 'a map of keys',
  record: 'a map of keys',
  string: 'text',
};

/** Describes the expected value of a key, for the author of the YAML. */
function explainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue;
  const got = input === undefined ? 'it is missing' : `got ${show(input)}`;
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${NAMES[issue.expected] ?? issue.expected}, ${got}.`;
    case 'invalid_value': {
      const hint = typeof input === 'string' ? didYouMean(input, issue.values.map(String)) : '';
      const which = issue.values.length === 1 ? '' : 'one of ';
      return `expected ${which}${listed(issue.values)}, ${got}.${hint}`;
    }
    case 'too_small': {
      const some = issue.origin === 'string' || issue.origin === 'array';
      return some
        ? 'must not be empty.'
        : `expected at least ${String(issue.minimum)}, got ${show(input)}.`;
    }
    case 'too_big':
      return `expected at most ${String(issue.maximum)}, got ${show(input)}.`;
    default:
      return undefined;
  }
}

/** Schema of a part of a component, known by what it reads. */
export interface Schema<Value> extends z.ZodType<Value> {}

/** The schema as a `Schema` of its value, which hides how it reads it. */
export function reading<Value>(schema: z.ZodType<Value>): Schema<Value> {
  return schema;
}

/**
 * Schema of a part of a component with known keys. An unknown key is refused, with the list of
 * known ones and a suggestion.
 */
export function section<Shape extends z.ZodRawShape>(
  shape: Shape,
): Schema<z.output<z.ZodObject<Shape, z.core.$strict>>> {
  const allowed = Object.keys(shape).toSorted();
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const [first = ''] = issue.keys;
      const unknown = issue.keys.map((key) => `"${key}"`).join(', ');
      const subject = issue.keys.length === 1 ? 'unknown key' : 'unknown keys';
      return `${subject} ${unknown}.${didYouMean(first, allowed)} Allowed: ${listed(allowed)}.`;
    },
  });
}

/** One validation issue, with its path in the value. */
export interface Misfit {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A value, or its issues. */
export type Fit<T> = { readonly value: T } | { readonly misfits: readonly Misfit[] };

/** The parsed value, with defaults filled in, or all issues. */
export function fit<Wanted extends z.ZodType>(
  schema: Wanted,
  value: unknown,
): Fit<z.output<Wanted>> {
  const result = schema.safeParse(value, { error: explainIssue });
  if (result.success) return { value: result.data };
  const misfits = result.error.issues.map((issue) => {
    const at = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const path = [...issue.path, ...at].map((key) => (typeof key === 'number' ? key : String(key)));
    return { path, message: issue.message };
  });
  return { misfits };
}

/** Picks the schema from the value, so that errors match the intended variant. */
export function choose<Picked extends z.ZodType>(
  pick: (value: unknown) => Picked,
): Schema<z.output<Picked>> {
  return z.unknown().transform((value, context) => {
    const result = fit(pick(value), value);
    if ('value' in result) return result.value;
    for (const { path, message } of result.misfits) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
    return z.NEVER;
  });
}
