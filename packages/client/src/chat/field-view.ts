import type { InteractionPart } from '@hitl/protocol';
import { looksSecret, visibleString, type QuestionField } from '../view/index.ts';
import type { CardField, CardOption } from './card-view.ts';
import type { ChatWords } from './words.ts';

type Select = Extract<InteractionPart, { type: 'select' }>;

const NATIVE_TYPES: ReadonlySet<string> = new Set(['email', 'url', 'tel', 'date', 'time']);

function shown(text: string | undefined): string | undefined {
  return text === undefined ? undefined : visibleString(text);
}

/** A field of a question with its nested fields, as shown by a card. */
export function fieldView(field: QuestionField, words: ChatWords): CardField {
  const { part, place, answer, problem, secret, change, fields } = field;
  const optional = part.required || place === '' ? '' : ` ${words.optional}`;
  const base = {
    key: place,
    label: visibleString(part.title) + optional,
    description: shown(part.description),
    hint: undefined,
    problem,
    required: part.required,
    multiline: false,
    inputType: 'text',
    placeholder: undefined,
    value: '',
    setValue: () => {},
    options: [],
    other: undefined,
    fields: [],
  };
  switch (part.type) {
    case 'combined':
      return { ...base, kind: 'group', fields: fields.map((child) => fieldView(child, words)) };
    case 'input':
      return {
        ...base,
        kind: 'text',
        hint: looksSecret(part) ? words.looksSecret : undefined,
        multiline: part.multiline && !secret,
        inputType: secret
          ? 'password'
          : NATIVE_TYPES.has(part.input_type)
            ? part.input_type
            : 'text',
        placeholder: shown(part.placeholder),
        value: answer.text ?? '',
        setValue: (text) => change({ text }),
      };
    case 'confirm':
      return { ...base, kind: 'one', options: yesOrNo(field, words) };
    case 'select':
      return {
        ...base,
        kind: part.multiple ? 'many' : 'one',
        hint: part.multiple ? words.chooseHint(leastOf(part), part.max_selected) : undefined,
        options: part.options.map(({ value, label, description }, index) => ({
          key: `${place}${index}`,
          label: visibleString(label),
          description: shown(description),
          chosen: answer.selected_values?.includes(value) === true,
          choose: (chosen) => choose(field, part, value, chosen),
        })),
        other: part.allow_other ? otherOf(field, part, words) : undefined,
      };
  }
}

function leastOf(part: Select): number {
  return Math.max(part.min_selected ?? 0, part.required ? 1 : 0);
}

function yesOrNo({ part, place, answer, change }: QuestionField, words: ChatWords): CardOption[] {
  if (part.type !== 'confirm') return [];
  return [true, false].map((confirmed) => ({
    key: `${place}${String(confirmed)}`,
    label: visibleString(
      confirmed ? (part.confirm_text ?? words.yes) : (part.cancel_text ?? words.no),
    ),
    description: undefined,
    chosen: answer.confirmed === confirmed,
    choose: () => change({ confirmed }),
  }));
}

function choose({ answer, change }: QuestionField, part: Select, value: string, on: boolean): void {
  if (!part.multiple) return change({ selected_values: [value] });
  const chosen = answer.selected_values ?? [];
  // In the order of the options, not of the clicks.
  const values = part.options
    .map((option) => option.value)
    .filter((each) => (each === value ? on : chosen.includes(each)));
  change({ ...answer, selected_values: values });
}

function otherOf(
  { place, answer, change }: QuestionField,
  { multiple }: Select,
  words: ChatWords,
): CardField['other'] {
  const selected_values = multiple ? (answer.selected_values ?? []) : [];
  return {
    key: `${place}other`,
    label: words.other,
    description: words.otherText,
    chosen: answer.other !== undefined,
    choose: (on) => change({ selected_values, ...(on && { other: answer.other ?? '' }) }),
    value: answer.other ?? '',
    setValue: (other) => change({ selected_values, other }),
  };
}
