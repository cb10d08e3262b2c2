import type { InteractionPart, PartResponse } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { parseTime } from '@hitl/protocol/fold';
import { plainAnswer } from './plain-answer.ts';
import { isRecord, schemaOf, type Schema } from './schema.ts';
import { readNumber } from './typed-values.ts';
import { validationIssuesOf } from './validation-issues.ts';
import { argsFormWords } from './words.ts';

type Option = { value: string; label: string };

/** A value in a flat form. */
export type FormValue = string | number | boolean | string[];

function refuse(name: string, what: string): never {
  throw new HitlError('unsupported_request', `The field ${name} of the form ${what}.`);
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The members that are not `undefined`. */
function given<Members extends object>(members: Members): Present<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<Members>;
}

type Present<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/**
 * The fields of a flat JSON Schema as parts of a combined question: text, numbers, booleans, one or several
 * of a list. This is the form that MCP elicitation allows.
 * @throws HitlError `unsupported_request` for anything else, such as nested objects: leaving a part out
 * would change the question.
 */
export function partsOfSchema({ properties = {}, required }: Schema): InteractionPart[] {
  if (!isRecord(properties)) return refuse('properties', 'is not an object');
  return Object.entries(properties).map(([name, field]) =>
    partOf(name, schemaOf(field), [required].flat().includes(name)),
  );
}

function partOf(name: string, field: Schema, required: boolean): InteractionPart {
  const { type, title, description, format, pattern, default: initial } = field;
  const common = {
    id: name,
    title: isText(title) ? title : name,
    required,
    ...(isText(description) && { description }),
  };
  if (type === 'boolean') return { ...common, type: 'confirm' };
  const multiple = type === 'array';
  const options = optionsOf(name, multiple ? schemaOf(field['items']) : field);
  if (options !== undefined) {
    const chosen = multiple ? initial : [initial];
    return {
      ...common,
      type: 'select',
      options,
      multiple,
      allow_other: false,
      ...given({
        default_values: isTexts(chosen) ? chosen : undefined,
        min_selected: countOf(field['minItems']),
        max_selected: countOf(field['maxItems']),
      }),
    };
  }
  const isNumber = type === 'number' || type === 'integer';
  if (!isNumber && type !== 'string') refuse(name, `is of type ${JSON.stringify(type)}`);
  if (pattern !== undefined) refuse(name, 'has a pattern, which a card cannot explain');
  return {
    ...common,
    type: 'input',
    multiline: false,
    sensitive: false,
    input_type: isNumber ? 'number' : (INPUT_TYPES.get(format) ?? 'text'),
    ...given({
      default_value: ['string', 'number'].includes(typeof initial) ? String(initial) : undefined,
      min_length: countOf(field['minLength']),
      max_length: countOf(field['maxLength']),
    }),
  };
}

const INPUT_TYPES: ReadonlyMap<unknown, string> = new Map([
  ['email', 'email'],
  ['uri', 'url'],
  ['date', 'date'],
]);

const countOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? Number(value) : undefined;

/** The choices of a field; `undefined` if it has none. */
function optionsOf(name: string, schema: Schema): Option[] | undefined {
  const { enum: values, enumNames, oneOf, anyOf = oneOf } = schema;
  const titled = [anyOf ?? []].flat().map(schemaOf);
  const all = values ?? (anyOf && titled.map((choice) => choice['const']));
  if (all === undefined) return undefined;
  if (!isTexts(all)) return refuse(name, 'has choices that are not strings');
  return all.map((value, at) => {
    const label = titled[at]?.['title'] ?? [enumNames].flat()[at];
    return { value, label: isText(label) ? label : value };
  });
}

/**
 * The answers to such a question, with the types of the schema. Optional fields that are empty are left out.
 * @throws HitlError `invalid_response` that names the field, if a value does not fit its schema.
 */
export function valuesOfAnswers(
  schema: Schema,
  responses: readonly PartResponse[],
): Record<string, FormValue> {
  const parts = partsOfSchema(schema);
  const entries: [string, FormValue][] = [];
  const fieldOf = (name: string): Schema => schemaOf(schemaOf(schema['properties'])[name]);
  const refuseAt = (path: string, why: string): never => {
    const part = parts.find(({ id }) => id === path || path.startsWith(`${id}.`));
    throw new HitlError('invalid_response', `${part?.title ?? path}: ${why}`);
  };
  for (const part of parts) {
    const response = responses.find(({ request_id: id }) => id === part.id);
    const value = response && (plainAnswer(part, response) as FormValue | undefined);
    if (value === undefined || value === '') continue;
    if (part.type !== 'input' || part.input_type !== 'number') entries.push([part.id, value]);
    else {
      const read = readNumber(String(value), fieldOf(part.id));
      entries.push([part.id, 'problem' in read ? refuseAt(part.id, read.problem) : read.value]);
    }
  }
  const values = Object.fromEntries(entries);
  const [issue] = validationIssuesOf(schema, values, schema);
  if (issue !== undefined) {
    refuseAt(issue.path, argsFormWords.validationIssues[issue.rule](issue.limit));
  }
  for (const [name, value] of Object.entries(values)) {
    const { format } = fieldOf(name);
    const [example = '', fits] = FORMATS.get(format) ?? [];
    if (fits?.(String(value)) === false) refuseAt(name, `Enter a value such as ${example}`);
  }
  return values;
}

/** The formats of texts that are checked. */
const FORMATS: ReadonlyMap<unknown, readonly [example: string, fits: (text: string) => boolean]> =
  new Map([
    ['email', ['ann@example.com', (text) => /^[^\s@]+@[^\s@]+$/.test(text)]],
    ['uri', ['https://example.com', (text) => URL.canParse(text)]],
    ['date', ['2026-01-31', (text) => parseTime(`${text}T00:00:00Z`) !== null]],
    [
      'date-time',
      [
        '2026-01-31T12:00:00Z',
        (text) => /T.+(Z|[+-]\d\d:\d\d)$/i.test(text) && parseTime(text) !== null,
      ],
    ],
  ]);
