import type { InteractionPart, PartResponse } from '@hitl/protocol';
import { AdapterError } from './adapter-error.ts';
import { isRecord } from './is-record.ts';

type Schema = Readonly<Record<string, unknown>>;
type Option = { value: string; label: string };

/** A value in a flat form. */
export type FormValue = string | number | boolean | string[];

function refuse(name: string, what: string): never {
  throw new AdapterError('unsupported_request', `The field ${name} of the form ${what}.`);
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

/**
 * The fields of a flat JSON Schema as parts of a combined question: text, numbers, booleans, one or
 * several of a list. This is the form that MCP elicitation allows.
 * @throws AdapterError `unsupported_request` for anything else, such as nested objects: leaving a
 * part out would change the question.
 */
export function partsOfSchema(schema: Schema): InteractionPart[] {
  const { properties = {}, required = [] } = schema;
  if (!isRecord(properties)) return refuse('properties', 'is not an object');
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, field]) => {
    if (!isRecord(field)) return refuse(name, 'has no schema');
    return partOf(name, field, needed.includes(name));
  });
}

function partOf(name: string, field: Schema, required: boolean): InteractionPart {
  const { title, description } = field;
  const common = {
    id: name,
    title: isText(title) && title !== '' ? title : name,
    required,
    ...(isText(description) && { description }),
  };
  switch (kindOf(name, field)) {
    case 'boolean':
      return { ...common, type: 'confirm' };
    case 'one':
      return {
        ...common,
        type: 'select',
        options: optionsOf(name, field),
        multiple: false,
        allow_other: false,
        ...(isText(field['default']) && { default_values: [field['default']] }),
      };
    case 'many': {
      const items = field['items'];
      return {
        ...common,
        type: 'select',
        options: optionsOf(name, isRecord(items) ? items : {}),
        multiple: true,
        allow_other: false,
        ...countOf(field, 'minItems', 'min_selected'),
        ...countOf(field, 'maxItems', 'max_selected'),
        ...(isTexts(field['default']) && { default_values: field['default'] }),
      };
    }
    case 'number':
      return { ...common, ...inputOf(field), input_type: 'number' };
    case 'text':
      return {
        ...common,
        ...inputOf(field),
        ...countOf(field, 'minLength', 'min_length'),
        ...countOf(field, 'maxLength', 'max_length'),
        input_type: INPUT_TYPES[String(field['format'])] ?? 'text',
      };
  }
}

const INPUT_TYPES: Readonly<Record<string, string>> = { email: 'email', uri: 'url', date: 'date' };

function inputOf({ default: initial }: Schema) {
  const isValue = isText(initial) || typeof initial === 'number';
  return {
    type: 'input' as const,
    multiline: false,
    sensitive: false,
    ...(isValue && { default_value: String(initial) }),
  };
}

function countOf(field: Schema, from: string, to: string): Record<string, number> {
  const value = field[from];
  return typeof value === 'number' && Number.isSafeInteger(value) ? { [to]: value } : {};
}

type Kind = 'text' | 'number' | 'boolean' | 'one' | 'many';

function kindOf(name: string, field: Schema): Kind {
  const { type } = field;
  if (type === 'boolean') return 'boolean';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'array') return 'many';
  if (type === 'string' || type === undefined) {
    if (field['enum'] !== undefined || field['oneOf'] !== undefined) return 'one';
    if (type === 'string' && field['pattern'] === undefined) return 'text';
    if (type === 'string') return refuse(name, 'has a pattern, which a card cannot explain');
  }
  return refuse(name, `is of type ${JSON.stringify(type) ?? 'unknown'}`);
}

function optionsOf(name: string, { enum: values, enumNames, oneOf, anyOf }: Schema): Option[] {
  const titled = oneOf ?? anyOf;
  if (Array.isArray(titled)) {
    return titled.map((choice: unknown) => {
      if (!isRecord(choice) || !isText(choice['const'])) return refuse(name, 'has other choices');
      const { const: value, title } = choice;
      return { value, label: isText(title) ? title : value };
    });
  }
  if (!isTexts(values)) return refuse(name, 'has choices that are not strings');
  const labels = isTexts(enumNames) ? enumNames : values;
  return values.map((value, index) => ({ value, label: labels[index] ?? value }));
}

/**
 * The answers to such a question, with the types of the schema. Optional fields that are empty are
 * left out.
 * @throws AdapterError `invalid_response` that names the field, if a value does not fit its schema.
 */
export function valuesOfAnswers(
  schema: Schema,
  responses: readonly PartResponse[],
): Record<string, FormValue> {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const values: [string, FormValue][] = [];
  for (const [name, field] of Object.entries(properties)) {
    const response = responses.find(({ request_id: id }) => id === name);
    if (response === undefined || !isRecord(field)) continue;
    const value = valueOf(name, field, response);
    if (value !== undefined) values.push([name, value]);
  }
  return Object.fromEntries(values);
}

function valueOf(name: string, field: Schema, response: PartResponse): FormValue | undefined {
  const { text = '', selected_values: chosen = [], confirmed } = response;
  switch (kindOf(name, field)) {
    case 'boolean':
      return confirmed;
    case 'one':
      return chosen[0];
    case 'many':
      return chosen;
    case 'number':
      return text === '' ? undefined : numberOf(name, field, text);
    case 'text':
      return text === '' ? undefined : checked(name, field, text);
  }
}

function unfit(name: string, expected: string): never {
  throw new AdapterError('invalid_response', `${name} must be ${expected}.`);
}

function numberOf(name: string, field: Schema, text: string): number {
  const value = Number(text);
  const isWhole = field['type'] !== 'integer' || Number.isSafeInteger(value);
  if (text.trim() === '' || !Number.isFinite(value) || !isWhole) {
    return unfit(name, field['type'] === 'integer' ? 'a whole number' : 'a number');
  }
  const { minimum, maximum } = field;
  if (typeof minimum === 'number' && value < minimum) return unfit(name, `at least ${minimum}`);
  if (typeof maximum === 'number' && value > maximum) return unfit(name, `at most ${maximum}`);
  return value;
}

const FORMATS: Readonly<Record<string, readonly [test: (text: string) => boolean, name: string]>> =
  {
    email: [(text) => /^[^\s@]+@[^\s@]+$/.test(text), 'an e-mail address'],
    uri: [(text) => URL.canParse(text), 'an address such as https://example.com'],
    date: [(text) => isDate(text), 'a date such as 2026-01-31'],
    'date-time': [
      (text) => /T.*(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text)),
      'a time such as 2026-01-31T12:00:00Z',
    ],
  };

function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // `Date` turns 30 February into a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function checked(name: string, { format }: Schema, text: string): string {
  const known = isText(format) && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (known === undefined) return text;
  const [fits, expected] = known;
  return fits(text) ? text : unfit(name, expected);
}
