import { isRecord } from '../view/index.ts';
import type { CardAttributes, CardField } from './card-view.ts';

/** A field before it belongs to a card. */
export interface FieldParts extends Pick<CardField, 'key' | 'control' | 'label' | 'set'> {
  readonly more?: Partial<
    Pick<
      CardField,
      'type' | 'hint' | 'problem' | 'required' | 'code' | 'placeholder' | 'value' | 'options'
    >
  >;
}

/** A field of the card of a request. */
export function cardField(requestId: string, { more, ...parts }: FieldParts): CardField {
  // An argument may be named with spaces, which would end an id in `aria-describedby`.
  const id = `${requestId}.${encodeURIComponent(parts.key)}`;
  const field = {
    ...parts,
    id,
    hintId: `${id}.hint`,
    type: 'text',
    hint: undefined,
    problem: undefined,
    required: false,
    code: false,
    placeholder: undefined,
    value: '',
    options: [],
    ...more,
  };
  return {
    ...field,
    attributes: attributesOf(field),
    change({ target }) {
      if (isRecord(target)) parts.set(String(target['value']), target['checked'] === true);
    },
  };
}

function attributesOf(field: Omit<CardField, 'attributes' | 'change'>): CardAttributes {
  const { id, hintId, control, type, placeholder, required, problem, code } = field;
  const always = { id, 'aria-describedby': hintId, 'data-code': code ? '' : undefined };
  if (control === 'radio' || control === 'checkbox') return always;
  const isText = control !== 'select';
  return {
    ...always,
    type: control === 'input' ? type : undefined,
    placeholder,
    autocomplete: isText ? 'off' : undefined,
    'aria-required': isText && required ? 'true' : undefined,
    'aria-invalid': problem === undefined ? undefined : 'true',
  };
}

/** The texts that are there, as one; `undefined` if there is none. */
export function joined(...texts: readonly (string | undefined)[]): string | undefined {
  const there = texts.filter((text) => text !== undefined && text !== '');
  return there.length === 0 ? undefined : there.join(' ');
}
