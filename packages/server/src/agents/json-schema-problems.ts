import { isObject } from '../base/is-object.ts';

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

type Check = (value: unknown, at: string) => string[];

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

/** A check of one value, with a description of valid values. */
const must =
  (fits: (value: unknown) => boolean, wanted: string): Check =>
  (value, at) =>
    fits(value) ? [] : [`${at} must be ${wanted}`];

const schema: Check = (value, at) =>
  typeof value === 'boolean'
    ? []
    : isObject(value)
      ? keywordProblems(value, at)
      : [`${at} must be a schema`];

const schemas: Check = (value, at) =>
  Array.isArray(value) && value.length > 0
    ? value.flatMap((member, index) => schema(member, `${at}[${index}]`))
    : [`${at} must be a list of schemas`];

const schemaMap: Check = (value, at) =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, member]) => schema(member, `${at}.${name}`))
    : [`${at} must be an object of schemas`];

const number = must((value) => typeof value === 'number' && Number.isFinite(value), 'a number');
const count = must(isCount, 'a whole number from 0');
const step = must((value) => typeof value === 'number' && value > 0, 'a number above 0');
const names = must(
  (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  'a list of names',
);
const text = must((value) => typeof value === 'string', 'a text');
const flag = must((value) => typeof value === 'boolean', 'true or false');

const type: Check = (value, at) => {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  const known =
    listed.length > 0 && listed.every((name) => typeof name === 'string' && TYPES.has(name));
  return known ? [] : [`${at} must be one of ${[...TYPES].join(', ')}, or a list of them`];
};

const pattern: Check = (value, at) => {
  if (typeof value !== 'string') return [`${at} must be a regular expression`];
  try {
    void new RegExp(value, 'u');
    return [];
  } catch {
    return [`${at} is not a regular expression: ${value}`];
  }
};

const items: Check = (value, at) => (Array.isArray(value) ? schemas(value, at) : schema(value, at));

const all = (check: Check, ...keywords: readonly string[]) =>
  keywords.map((keyword): [string, Check] => [keyword, check]);

/** Type of the value of each keyword. Other keywords are annotations. */
const KEYWORDS: ReadonlyMap<string, Check> = new Map([
  ...all(type, 'type'),
  ...all(schemaMap, 'properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'),
  ...all(items, 'items'),
  ...all(schemas, 'prefixItems', 'allOf', 'anyOf', 'oneOf'),
  ...all(schema, 'additionalProperties', 'unevaluatedProperties', 'propertyNames', 'contains'),
  ...all(schema, 'not', 'if', 'then', 'else'),
  ...all(names, 'required'),
  ...all(must(Array.isArray, 'a list of values'), 'enum'),
  ...all(pattern, 'pattern'),
  ...all(text, 'format', 'title', 'description', '$ref'),
  ...all(flag, 'uniqueItems'),
  ...all(number, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
  ...all(step, 'multipleOf'),
  ...all(count, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
]);

function keywordProblems(value: Readonly<Record<string, unknown>>, at: string): string[] {
  return Object.entries(value).flatMap(([keyword, member]) =>
    (KEYWORDS.get(keyword) ?? (() => []))(member, `${at}.${keyword}`),
  );
}

/** The problems of a JSON Schema (draft 7 or 2020-12), each with its path below `at`. */
export function jsonSchemaProblems(value: unknown, at: string): string[] {
  try {
    return schema(value, at);
  } catch (error) {
    if (error instanceof RangeError) return [`${at} is nested too deeply`];
    throw error;
  }
}
