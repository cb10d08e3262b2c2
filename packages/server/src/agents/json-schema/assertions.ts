import { format as FORMATS } from '@cfworker/json-schema';
import { compilePattern, UnsupportedPattern } from './regex.ts';
import type { SchemaObject } from './schema.ts';
import {
  canonical,
  isMultipleOf,
  isOfType,
  lengthOf,
  sameValue,
  typeOf,
  wanted,
} from './values.ts';
import { Uncheckable, type Work } from './work.ts';

/** The regular expressions of some formats are not linear, so longer strings are not checked. */
const MAX_FORMATTED = 4096;

/** The formats that are checked. Any value passes an unknown format, as the standard says. */
const CHECKED_FORMATS: ReadonlySet<string> = new Set(
  'date time date-time duration email hostname ipv4 ipv6 uri uri-reference uuid json-pointer relative-json-pointer'.split(
    ' ',
  ),
);

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isTexts = (value: unknown): value is readonly string[] =>
  isList(value) && value.every(isText);

/** Checks a value against one keyword, independently of the others. Returns whether it is valid. */
type Assertion = (
  asked: unknown,
  value: unknown,
  path: string,
  work: Work,
  all: SchemaObject,
) => boolean;

/**
 * A limit for a number. In the oldest drafts a boolean `exclusive…` keyword modifies the limit of
 * the keyword `modifies`.
 */
function bound(
  keyword: string,
  words: string,
  fits: (value: number, limit: number) => boolean,
  modifies?: 'minimum' | 'maximum',
): Assertion {
  return (asked, value, path, work, all) => {
    if (asked === false || (asked === true && modifies === undefined)) return true;
    const said = asked === true && modifies !== undefined ? all[modifies] : asked;
    const limit = wanted(said, keyword, 'a number', isNumber);
    if (typeof value !== 'number' || fits(value, limit)) return true;
    return work.refuse(path, `${value} is not ${words} ${limit}`);
  };
}

/** A limit for the number of characters, items or members of a value. */
function count(
  keyword: string,
  what: string,
  countOf: (value: unknown, work: Work) => number | undefined,
): Assertion {
  const least = keyword.startsWith('min');
  return (asked, value, path, work) => {
    const limit = wanted(asked, keyword, 'a number', isNumber);
    const number = countOf(value, work);
    if (number === undefined || (least ? number >= limit : number <= limit)) return true;
    return work.refuse(path, `has ${number} ${what}, ${least ? 'fewer' : 'more'} than ${limit}`);
  };
}

const characters = (value: unknown, work: Work): number | undefined => {
  if (typeof value !== 'string') return undefined;
  work.spend(value.length / 256, 'maxLength');
  return lengthOf(value);
};
const items = (value: unknown): number | undefined => (isList(value) ? value.length : undefined);
const members = (value: unknown): number | undefined =>
  typeOf(value) === 'object' ? Object.keys(value as object).length : undefined;

/** Whether a string matches a pattern, in linear time. */
export function matches(source: string, text: string, keyword: string, work: Work): boolean {
  try {
    const pattern = compilePattern(source);
    work.spend(1 + (text.length * pattern.size) / 256, keyword);
    return pattern.test(text);
  } catch (error) {
    if (!(error instanceof UnsupportedPattern)) throw error;
    throw new Uncheckable(keyword, `${JSON.stringify(source.slice(0, 80))} ${error.message}`);
  }
}

/** The assertions by keyword. */
export const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  type(asked, value, path, work) {
    const types = isList(asked) ? asked : [asked];
    wanted(types, 'type', 'a type or a list of them', isTexts);
    if (types.some((type) => isOfType(value, type))) return true;
    return work.refuse(path, `is of type ${typeOf(value)}, not ${types.join(' or ')}`);
  },
  const(asked, value, path, work) {
    if (sameValue(asked, value, work, 'const')) return true;
    return work.refuse(path, `is not ${JSON.stringify(asked)?.slice(0, 80)}`);
  },
  enum(asked, value, path, work) {
    const values = wanted(asked, 'enum', 'a list', isList);
    if (values.some((one) => sameValue(one, value, work, 'enum'))) return true;
    return work.refuse(path, `is not one of ${JSON.stringify(values).slice(0, 200)}`);
  },
  minimum: bound('minimum', 'at least', (value, limit) => value >= limit),
  maximum: bound('maximum', 'at most', (value, limit) => value <= limit),
  exclusiveMinimum: bound(
    'exclusiveMinimum',
    'more than',
    (value, limit) => value > limit,
    'minimum',
  ),
  exclusiveMaximum: bound(
    'exclusiveMaximum',
    'less than',
    (value, limit) => value < limit,
    'maximum',
  ),
  multipleOf(asked, value, path, work) {
    const step = wanted(asked, 'multipleOf', 'a number', isNumber);
    if (!(step > 0)) throw new Uncheckable('multipleOf', 'is not above 0');
    if (typeof value !== 'number' || isMultipleOf(value, step)) return true;
    return work.refuse(path, `${value} is not a multiple of ${step}`);
  },
  minLength: count('minLength', 'characters', characters),
  maxLength: count('maxLength', 'characters', characters),
  minItems: count('minItems', 'items', items),
  maxItems: count('maxItems', 'items', items),
  minProperties: count('minProperties', 'members', members),
  maxProperties: count('maxProperties', 'members', members),
  pattern(asked, value, path, work) {
    const source = wanted(asked, 'pattern', 'text', isText);
    if (typeof value !== 'string' || matches(source, value, 'pattern', work)) return true;
    return work.refuse(path, `does not match ${source.slice(0, 200)}`);
  },
  format(asked, value, path, work) {
    const name = wanted(asked, 'format', 'text', isText);
    const { [name]: fits } = CHECKED_FORMATS.has(name) ? FORMATS : {};
    if (fits === undefined || typeof value !== 'string') return true;
    if (value.length > MAX_FORMATTED) {
      return work.refuse(path, `is longer than ${MAX_FORMATTED} characters, too long for ${name}`);
    }
    work.spend(1 + value.length / 16, 'format');
    return fits(value) || work.refuse(path, `is not in the format ${name}`);
  },
  uniqueItems(asked, value, path, work) {
    if (asked !== true || !isList(value)) return true;
    const seen = new Map<string, number>();
    for (const [index, item] of value.entries()) {
      const text = canonical(item, work, 'uniqueItems');
      const before = seen.get(text);
      if (before !== undefined) {
        return work.refuse(path, `has the same item at ${before} and ${index}`);
      }
      seen.set(text, index);
    }
    return true;
  },
  required(asked, value, path, work) {
    const names = wanted(asked, 'required', 'a list of names', isTexts);
    return lacksNone(names, value, path, work);
  },
  dependentRequired(asked, value, path, work) {
    if (typeOf(value) !== 'object') return true;
    return Object.entries(Object(asked) as object).every(
      ([name, needed]) =>
        !Object.hasOwn(value as object, name) ||
        lacksNone(
          wanted(needed, 'dependentRequired', 'a list of names', isTexts),
          value,
          path,
          work,
        ),
    );
  },
};

function lacksNone(names: readonly string[], value: unknown, path: string, work: Work): boolean {
  if (typeOf(value) !== 'object') return true;
  work.spend(names.length, 'required');
  const missing = names.filter((name) => !Object.hasOwn(value as object, name));
  for (const name of missing) work.refuse(path === '' ? name : `${path}.${name}`, 'is required');
  return missing.length === 0;
}
