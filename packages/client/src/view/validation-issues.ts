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

/** What a schema can hold against a value. */
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

/** One thing that a schema holds against a value, and where: `path` as in the server's issues. */
export interface ValidationIssue {
  readonly path: string;
  readonly rule: ValidationRule;
  /** What the rule says: a number, a pattern. */
  readonly limit: unknown;
}

/**
 * What the server would refuse, as far as a form can tell at once: bounds, lengths, simple patterns,
 * what is needed.
 * What else a schema says is left to the server.
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

/** Each holds for values of other types than its own, as in JSON Schema. */
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

/** Texts are counted in characters, not in UTF-16 units, as JSON Schema does. */
function ofSizes(of: 'string' | 'array', holds: (limit: number, size: number) => boolean): Holds {
  return (limit, value) => {
    const fits = of === 'string' ? typeof value === 'string' : Array.isArray(value);
    return (
      typeof limit !== 'number' || !fits || holds(limit, [...(value as Iterable<unknown>)].length)
    );
  };
}

/** 0.3 is a multiple of 0.1, whatever binary fractions say. */
function isMultiple(limit: number, value: number): boolean {
  const times = value / limit;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

/** Steps that a pattern may take: what could take more is the server's to judge. */
const MAX_STEPS = 1_000_000;

/**
 * The most steps that matching can take, as far as it is seen at a glance: each quantifier and each
 * alternative tries as many lengths as there are characters. Schemas come from servers of others, and
 * `^(a+)+$` against forty characters would hold this page up for hours.
 */
function stepsOf(pattern: string, text: string): number {
  const bare = pattern.replaceAll(/\\[^1-9k]|\[(?:\\[^]|[^\]\\])*\]/gu, 'x').replaceAll('(?:', '(');
  // Lookaround, names, references back, and groups that are repeated.
  if (/\(\?|\\|\)[*+?{]/.test(bare)) return Infinity;
  const choices = bare.match(/[*+?|]|\{\d+,\d*\}/g)?.length ?? 0;
  const places = bare.startsWith('^') ? 0 : 1;
  return (text.length + 1) ** (choices + places);
}

/** A pattern that this page cannot read is the server's to judge. */
function matches(pattern: string, text: string): boolean {
  if (stepsOf(pattern, text) > MAX_STEPS) return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

/** Each is compared with each: longer lists are the server's to judge. */
const MAX_COMPARED = 200;

function isSet(items: readonly unknown[]): boolean {
  if (items.length > MAX_COMPARED) return true;
  return items.every((item, at) => !items.slice(0, at).some((before) => sameJson(before, item)));
}
