import type { InteractionPart } from '@hitl/protocol';
import { QUESTION_MEMBERS, type MemberKind } from '@hitl/protocol/fold';
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

/** Whether a value is of a kind; lists of objects are read one by one. */
const IS_KIND: Readonly<Record<MemberKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  other: () => false,
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
  const { type = 'input', required, sensitive } = fields;
  if (!isText(type) || !Object.hasOwn(QUESTION_MEMBERS, type)) {
    return refuse('type', type, 'input, select, confirm or combined');
  }
  if (!isText(title)) return refuse('title', title, 'a text');
  if (sensitive === true) refuse('sensitive', true, 'an answer that may appear in a transcript');
  const given = Object.entries(QUESTION_MEMBERS[type as InteractionPart['type']]).filter(
    ([name, kind]) => fields[name] !== '' && IS_KIND[kind](fields[name]),
  );
  return {
    ...DEFAULTS[type],
    ...Object.fromEntries(given.map(([name]) => [name, fields[name]])),
    id,
    type,
    title,
    required: required !== false,
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
