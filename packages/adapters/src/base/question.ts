import type { InteractionPart } from '@hitl/protocol';
import { AdapterError } from './adapter-error.ts';
import { isRecord } from './is-record.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a non-empty string. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** The beginning of a value, for error messages. */
function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 80);
}

/** The members of each type that a model may set, with an example value of the right type. */
const OWN: Readonly<Record<string, Fields>> = {
  input: {
    placeholder: '',
    multiline: true,
    input_type: '',
    default_value: '',
    min_length: 0,
    max_length: 0,
  },
  select: { multiple: true, allow_other: true, min_selected: 0, max_selected: 0 },
  confirm: { confirm_text: '', cancel_text: '' },
  combined: {},
};

/** Defaults of members that the model did not set. */
const DEFAULTS: Readonly<Record<string, Fields>> = {
  input: { multiline: false, input_type: 'text', sensitive: false },
  select: { multiple: false, allow_other: false },
};

function refuse(what: string, value: unknown, expected: string): never {
  throw new AdapterError(
    'unsupported_request',
    `${what} of a question is ${shown(value)}; expected ${expected}.`,
  );
}

function listOf(fields: Fields, name: string): unknown[] {
  const list = fields[name];
  return Array.isArray(list) && list.length > 0 ? list : refuse(name, list, 'a list');
}

/** The part that the arguments of a model describe. */
function partOf(fields: Fields, id: string, title: unknown): InteractionPart {
  const { type = 'input', description, required, sensitive } = fields;
  const own = isText(type) ? OWN[type] : undefined;
  if (own === undefined || !isText(type)) {
    return refuse('type', type, 'input, select, confirm or combined');
  }
  if (!isText(title)) return refuse('title', title, 'a text');
  if (sensitive === true) refuse('sensitive', true, 'an answer that may appear in a transcript');
  const given = Object.keys(own).filter((name) => typeof fields[name] === typeof own[name]);
  return {
    id,
    type,
    title,
    required: required !== false,
    ...(isText(description) && { description }),
    ...DEFAULTS[type],
    ...Object.fromEntries(given.map((name) => [name, fields[name]])),
    ...(type === 'select' && { options: listOf(fields, 'options').map(optionOf) }),
    ...(type === 'combined' && {
      interactions: listOf(fields, 'interactions').map((part, index) => {
        const child = isRecord(part) ? part : {};
        return partOf(
          child,
          isText(child['id']) ? child['id'] : `part_${index + 1}`,
          child['title'],
        );
      }),
    }),
  } as InteractionPart;
}

function optionOf(option: unknown): Fields {
  const { value, label, description } = isRecord(option) ? option : { value: option };
  if (!isText(value)) return refuse('options', option, 'choices');
  return {
    value,
    label: isText(label) ? label : value,
    ...(isText(description) && { description }),
  };
}

/**
 * Reads a question from the arguments of a tool that asks a person, in the form of `ask_human`: `{
 * prompt, input_type?, interaction? }`.
 * @throws AdapterError `unsupported_request` if they are not a question, or ask for a secret.
 */
export function questionOf(args: Fields, id: string): InteractionPart {
  const { prompt, interaction } = args;
  return partOf(isRecord(interaction) ? interaction : { ...args, type: 'input' }, id, prompt);
}
