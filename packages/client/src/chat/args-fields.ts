import { textOf, visibleString, type ArgField, type ArgsForm } from '../view/index.ts';
import { joined, type FieldParts } from './field.ts';
import type { ChatWords } from './words.ts';

/** The arguments of a call being edited, as fields. */
export function argsFields({ fields, secrets }: ArgsForm, words: ChatWords): FieldParts[] {
  return fields.flatMap((field) => fieldsOf(field, '', secrets.has(field.name), words));
}

/** `masked`: it contains a secret, so its parts are fields and not one JSON text. */
function fieldsOf(
  field: ArgField,
  around: string,
  masked: boolean,
  words: ChatWords,
): FieldParts[] {
  const { kind, path, text, value } = field;
  const label = around + visibleString(field.label);
  if (masked && (kind === 'object' || kind === 'array')) {
    return field.fields.flatMap((inner) => fieldsOf(inner, `${label} › `, true, words));
  }
  const description =
    field.description === undefined ? undefined : visibleString(field.description);
  const plain = { problem: field.problem, required: field.remove === undefined, code: true };
  const key = `args.${path}`;
  if (kind === 'boolean' || kind === 'enum') {
    const values = kind === 'boolean' ? [true, false] : field.options;
    const nameOf = (each: unknown): string =>
      kind === 'boolean' ? (each === true ? words.yes : words.no) : textOf(each);
    const options = values.map((each, index) => ({
      value: String(index),
      label: visibleString(nameOf(each)),
      description: undefined,
      chosen: value === each,
    }));
    const set = (index: string): void => field.set(values[Number(index)]);
    return [{ key, control: 'radio', label, set, more: { ...plain, hint: description, options } }];
  }
  const isSecret = kind === 'secret';
  const shown = visibleString(text, 'code');
  return [
    {
      key,
      control: kind === 'line' || kind === 'number' || isSecret ? 'input' : 'textarea',
      label,
      set: field.type,
      more: {
        ...plain,
        // Also what a text box would hide.
        hint: joined(description, shown === text || isSecret ? undefined : shown),
        type: isSecret ? 'password' : 'text',
        value: text,
      },
    },
  ];
}
