import type { InteractionPart } from '@hitl/protocol';
import { explanationOf, looksSecret, visibleString, type QuestionField } from '../view/index.ts';
import type { CardOption } from './card-view.ts';
import { joined, type FieldParts } from './field.ts';
import type { ChatWords } from './words.ts';

type Select = Extract<InteractionPart, { type: 'select' }>;

const NATIVE_TYPES: ReadonlySet<string> = new Set(['email', 'url', 'tel', 'date', 'time']);

/** The free-text option; values of other options are numbers. */
const OTHER = 'other';

/** The fields of a question in reading order. */
export function questionFields(question: QuestionField, words: ChatWords): FieldParts[] {
  if (question.part.type !== 'combined') return fieldsOf(question, undefined, words);
  return question.fields.flatMap((field) => fieldsOf(field, { label: '' }, words));
}

/** The question that a field is a part of. */
interface Around {
  readonly label: string;
  /** Its description, which the first of its fields shows. */
  readonly said?: string | undefined;
}

/** `around`: `undefined` for the only field of a card, whose title and subtitle say what is asked. */
function fieldsOf(
  field: QuestionField,
  around: Around | undefined,
  words: ChatWords,
): FieldParts[] {
  const { part, place, answer, problem, secret, change, fields } = field;
  const optional = part.required ? '' : ` ${words.optional}`;
  const label =
    around === undefined ? words.answer : around.label + visibleString(part.title) + optional;
  const explained = explanationOf(part).map((line) => visibleString(line));
  const description = around && joined(around.said, ...explained);
  const key = place === '' ? 'answer' : place;
  const plain = { hint: description, problem, required: part.required };
  switch (part.type) {
    case 'combined':
      return fields.flatMap((inner, index) =>
        fieldsOf(inner, { label: `${label} › `, said: index === 0 ? description : '' }, words),
      );
    case 'input':
      return [
        {
          key,
          control: part.multiline && !secret ? 'textarea' : 'input',
          label,
          set: (text) => change({ text }),
          more: {
            ...plain,
            hint: joined(description, looksSecret(part) ? words.looksSecret : undefined),
            type: secret
              ? 'password'
              : NATIVE_TYPES.has(part.input_type)
                ? part.input_type
                : 'text',
            placeholder: shown(part.placeholder),
            value: answer.text ?? '',
          },
        },
      ];
    case 'confirm':
      return [
        {
          key,
          control: 'radio',
          label,
          set: (value) => change({ confirmed: value === 'yes' }),
          more: {
            ...plain,
            options: [
              yesOrNo('yes', part.confirm_text ?? words.yes, answer.confirmed === true),
              yesOrNo('no', part.cancel_text ?? words.no, answer.confirmed === false),
            ],
          },
        },
      ];
    case 'select':
      return [
        choiceField(field, part, { key, label, plain }, words),
        ...(part.allow_other
          ? [
              {
                key: `${key}other`,
                control: 'input' as const,
                label: around === undefined ? words.otherText : `${label} › ${words.otherText}`,
                set: (text: string) => setOther(field, part, text),
                more: { value: answer.other ?? '' },
              },
            ]
          : []),
      ];
  }
}

function yesOrNo(value: string, text: string, chosen: boolean): CardOption {
  return { value, label: visibleString(text), description: undefined, chosen };
}

function choiceField(
  field: QuestionField,
  part: Select,
  { key, label, plain }: Pick<FieldParts, 'key' | 'label'> & { plain: FieldParts['more'] },
  words: ChatWords,
): FieldParts {
  const { multiple, options } = part;
  const { answer, change } = field;
  const { selected_values: chosen = [], other } = answer;
  const free = { value: OTHER, label: words.other, description: undefined };
  return {
    key,
    control: multiple ? 'checkbox' : 'radio',
    label,
    set(value, on = true) {
      if (value === OTHER) return setOther(field, part, on ? (other ?? '') : undefined);
      const option = options[Number(value)];
      if (option === undefined) return;
      if (!multiple) return change({ selected_values: [option.value] });
      // In the order of the options, not of the clicks.
      const values = options
        .map((each) => each.value)
        .filter((each) => (each === option.value ? on : chosen.includes(each)));
      change({ ...answer, selected_values: values });
    },
    more: {
      ...plain,
      hint: joined(
        plain?.hint,
        multiple ? words.chooseHint(leastOf(part), part.max_selected) : undefined,
      ),
      options: [
        ...options.map((option, index) => ({
          value: String(index),
          label: visibleString(option.label),
          description: shown(option.description),
          chosen: chosen.includes(option.value),
        })),
        ...(part.allow_other ? [{ ...free, chosen: other !== undefined }] : []),
      ],
    },
  };
}

function setOther(
  { answer, change }: QuestionField,
  { multiple }: Select,
  other: string | undefined,
): void {
  const selected_values = multiple ? (answer.selected_values ?? []) : [];
  change({ selected_values, ...(other !== undefined && { other }) });
}

function shown(text: string | undefined): string | undefined {
  return text === undefined ? undefined : visibleString(text);
}

function leastOf(part: Select): number {
  return Math.max(part.min_selected ?? 0, part.required ? 1 : 0);
}
