import type { InteractionPart } from '@hitl/protocol';
import { AdapterError } from './adapter-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';

function fail(field: string, value: unknown, expected: string): never {
  const got = JSON.stringify(value) ?? 'undefined';
  throw new AdapterError(
    'unsupported_request',
    `A question's ${field} is ${got.slice(0, 80)}; expected ${expected}.`,
  );
}

function pick<T>(
  from: Fields,
  name: string,
  holds: (value: unknown) => boolean,
): Record<string, T> {
  const value = from[name];
  return holds(value) ? { [name]: value as T } : {};
}

/** The one of our four ways to ask that a model's arguments describe. */
function partOf(fields: Fields, id: string, title: unknown): InteractionPart {
  if (!isText(title) || title.trim() === '') fail('title', title, 'a text');
  const type = fields['type'] ?? 'input';
  const common = {
    id,
    title,
    required: fields['required'] !== false,
    ...pick<string>(fields, 'description', isText),
  };
  const flag = (name: string): boolean => fields[name] === true;
  const count = (name: string) => pick<number>(fields, name, Number.isSafeInteger);
  switch (type) {
    case 'input':
      if (flag('sensitive')) fail('sensitive', true, 'a question that may stand in a transcript');
      return {
        ...common,
        type: 'input',
        multiline: flag('multiline'),
        input_type: isText(fields['input_type']) ? fields['input_type'] : 'text',
        sensitive: false,
        ...pick<string>(fields, 'placeholder', isText),
        ...pick<string>(fields, 'default_value', isText),
        ...count('min_length'),
        ...count('max_length'),
      };
    case 'select':
      return {
        ...common,
        type: 'select',
        options: optionsOf(fields['options']),
        multiple: flag('multiple'),
        allow_other: flag('allow_other'),
        ...count('min_selected'),
        ...count('max_selected'),
      };
    case 'confirm':
      return {
        ...common,
        type: 'confirm',
        ...pick<string>(fields, 'confirm_text', isText),
        ...pick<string>(fields, 'cancel_text', isText),
      };
    case 'combined': {
      const parts = fields['interactions'];
      if (!Array.isArray(parts) || parts.length === 0) fail('interactions', parts, 'its parts');
      return {
        ...common,
        type: 'combined',
        interactions: parts.map((part: unknown, index) => {
          if (!isRecord(part)) fail(`interactions.${index}`, part, 'a part');
          const own = part['id'];
          return partOf(part, isText(own) && own !== '' ? own : `part_${index + 1}`, part['title']);
        }),
      };
    }
    default:
      return fail('type', type, 'input, select, confirm or combined');
  }
}

function optionsOf(value: unknown): { value: string; label: string; description?: string }[] {
  if (!Array.isArray(value)) fail('options', value, 'a list');
  return value.map((option: unknown, index) => {
    if (isText(option)) return { value: option, label: option };
    if (!isRecord(option) || !isText(option['value'])) fail(`options.${index}`, option, 'a choice');
    const { value: chosen, label } = option;
    return {
      value: chosen,
      label: isText(label) ? label : chosen,
      ...pick<string>(option, 'description', isText),
    };
  });
}

/**
 * The question in the arguments of a tool that asks a person: those of `ask_human`, which are
 * `{ prompt, input_type?, interaction? }`.
 * @throws AdapterError `unsupported_request` where they are no question, or ask for a secret.
 */
export function questionOf(args: unknown, id: string): InteractionPart {
  if (!isRecord(args)) return fail('arguments', args, '{ prompt, interaction? }');
  const { prompt, interaction, input_type, sensitive } = args;
  const own = isRecord(interaction) ? interaction : { input_type, sensitive };
  return partOf(own, id, prompt);
}
