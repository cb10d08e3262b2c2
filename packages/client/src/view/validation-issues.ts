import { sameJson } from '@hitl/protocol/fold';
import {
  isInteger,
  isNullable,
  isRecord,
  optionsOf,
  plainOf,
  schemaOf,
  type Schema,
} from './schema.ts';

/** Rules of a schema that a form checks. */
export type ValidationRule =
  | 'needed'
  | 'unknown'
  | 'integer'
  | 'option'
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'multipleOf'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'minItems'
  | 'maxItems'
  | 'uniqueItems';

/** A rule that a value violates. `path`: as in the server's issues. */
export interface ValidationIssue {
  readonly path: string;
  readonly rule: ValidationRule;
  /** The parameter of the rule: a number, a pattern. */
  readonly limit: unknown;
}

/**
 * Issues that a form can find immediately: bounds, lengths, simple patterns, required members. All
 * other rules of the schema are checked by the server.
 */
export function validationIssuesOf(
  given: Schema,
  value: unknown,
  root: Schema,
  path = '',
): ValidationIssue[] {
  const schema = plainOf(given, root);
  if (value === null && isNullable(schema)) return [];
  const issueOf = (rule: ValidationRule): ValidationIssue => ({ path, rule, limit: schema[rule] });
  const broken = RULES.filter(([rule, holds]) => rule in schema && !holds(schema[rule], value));
  const own = broken.map(([rule]) => issueOf(rule));
  const options = optionsOf(schema);
  if (options !== undefined && !options.some((option) => sameJson(option, value))) {
    return [issueOf('option')];
  }
  if (typeof value === 'number' && isInteger(schema) && !Number.isInteger(value)) {
    own.push(issueOf('integer'));
  }
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (Array.isArray(value)) {
    const items = schemaOf(schema['items']);
    return [
      ...own,
      ...value.flatMap((item, index) =>
        validationIssuesOf(items, item, root, below(String(index))),
      ),
    ];
  }
  if (!isRecord(value)) return own;
  const properties = schemaOf(schema['properties']);
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const name of required) {
    if (typeof name === 'string' && !Object.hasOwn(value, name)) {
      own.push({ path: below(name), rule: 'needed', limit: name });
    }
  }
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name);
    if (!known && schema['additionalProperties'] === false) {
      own.push({ path: below(name), rule: 'unknown', limit: name });
    }
    const inner = known ? properties[name] : schema['additionalProperties'];
    own.push(...validationIssuesOf(schemaOf(inner), member, root, below(name)));
  }
  return own;
}

/** As in JSON Schema, a rule ignores values of other types. */
const RULES: readonly (readonly [
  rule: ValidationRule,
  holds: (limit: unknown, value: unknown) => boolean,
])[] = [
  ['minimum', ofNumbers((limit, value) => value >= limit)],
  ['maximum', ofNumbers((limit, value) => value <= limit)],
  ['exclusiveMinimum', ofNumbers((limit, value) => value > limit)],
  ['exclusiveMaximum', ofNumbers((limit, value) => value < limit)],
  ['multipleOf', ofNumbers(isMultiple)],
  ['minLength', ofSizes('string', (limit, size) => size >= limit)],
  ['maxLength', ofSizes('string', (limit, size) => size <= limit)],
  ['minItems', ofSizes('array', (limit, size) => size >= limit)],
  ['maxItems', ofSizes('array', (limit, size) => size <= limit)],
  ['pattern', (limit, value) => typeof value !== 'string' || matches(String(limit), value)],
  ['uniqueItems', (limit, value) => limit !== true || !Array.isArray(value) || isSet(value)],
];

type Holds = (limit: unknown, value: unknown) => boolean;

function ofNumbers(holds: (limit: number, value: number) => boolean): Holds {
  return (limit, value) =>
    typeof limit !== 'number' || typeof value !== 'number' || holds(limit, value);
}

/** As in JSON Schema, a string's length is its number of characters, not of UTF-16 units. */
function ofSizes(of: 'string' | 'array', holds: (limit: number, size: number) => boolean): Holds {
  return (limit, value) => {
    const fits = of === 'string' ? typeof value === 'string' : Array.isArray(value);
    return (
      typeof limit !== 'number' || !fits || holds(limit, [...(value as Iterable<unknown>)].length)
    );
  };
}

/** Tolerates rounding errors: 0.3 is a multiple of 0.1. */
function isMultiple(limit: number, value: number): boolean {
  const times = value / limit;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

/** Maximum number of steps of a pattern; a more expensive one is left to the server. */
const MAX_STEPS = 1_000_000;

/**
 * A rough upper bound of the steps of a match: each quantifier and alternative tries as many
 * lengths as there are characters. Schemas are untrusted, and `^(a+)+$` against forty characters
 * would block this page for hours.
 */
function stepsOf(pattern: string, text: string): number {
  const bare = pattern.replaceAll(/\\[^1-9k]|\[(?:\\[^]|[^\]\\])*\]/gu, 'x').replaceAll('(?:', '(');
  // Lookaround, named groups, backreferences and repeated groups.
  if (/\(\?|\\|\)[*+?{]/.test(bare)) return Infinity;
  const choices = bare.match(/[*+?|]|\{\d+,\d*\}/g)?.length ?? 0;
  const places = bare.startsWith('^') ? 0 : 1;
  return (text.length + 1) ** (choices + places);
}

/** A pattern that this page cannot parse is left to the server. */
function matches(pattern: string, text: string): boolean {
  if (stepsOf(pattern, text) > MAX_STEPS) return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

/** Every pair is compared, so longer lists are left to the server. */
const MAX_COMPARED = 200;

function isSet(items: readonly unknown[]): boolean {
  if (items.length > MAX_COMPARED) return true;
  return items.every((item, at) => !items.slice(0, at).some((before) => sameJson(before, item)));
}
