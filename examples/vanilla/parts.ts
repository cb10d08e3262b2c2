import type { CardField, PreviewPart } from '@hitl/client/chat';
import { element } from './element.ts';

/** What would happen, in full. */
export function partElement(part: PreviewPart): HTMLElement {
  const { kind, name, note } = part;
  return element(
    'div',
    { role: 'group', ariaLabel: name },
    kind !== 'command' && element('p', { className: 'quiet' }, name),
    kind === 'table'
      ? tableElement(part.name, [part.columns, ...part.rows])
      : kind === 'diff'
        ? element(
            'pre',
            { className: 'diff' },
            ...part.lines.map((line) =>
              element('span', { className: line.kind }, `${line.text}\n`),
            ),
          )
        : element('pre', {}, part.text),
    note && element('p', { className: 'quiet' }, note),
  );
}

function tableElement(name: string, rows: readonly (readonly string[])[]): HTMLElement {
  const cells = (row: readonly string[], tag: 'th' | 'td'): HTMLElement =>
    element('tr', {}, ...row.map((cell) => element(tag, {}, cell)));
  const table = rows.map((row, index) => cells(row, index === 0 ? 'th' : 'td'));
  const properties = { className: 'scroll', role: 'region', tabIndex: 0, ariaLabel: name };
  return element('div', properties, element('table', {}, element('tbody', {}, ...table)));
}

/** One field of a question; the title of the card names the one at the `top`. */
export function fieldElement(card: string, field: CardField, top = false): HTMLElement {
  const { kind, key, label, description, options, other, problem } = field;
  const name = `${card} ${key}`;
  const box = kind === 'one' ? 'radio' : 'checkbox';
  const said = element(
    'span',
    { id: `${name} said`, className: 'quiet' },
    field.hint && `${field.hint} `,
    problem && element('span', { className: 'problem' }, problem),
  );
  if (kind === 'text') {
    const more = { type: field.inputType, placeholder: field.placeholder ?? '' };
    const tag = field.multiline ? 'textarea' : 'input';
    const input = textBox(tag, name, field.value, field.setValue, field.multiline ? {} : more);
    input.setAttribute('aria-describedby', said.id);
    input.ariaInvalid = String(problem !== undefined);
    return element('label', {}, element('span', { className: 'label' }, label), input, said);
  }
  return element(
    'fieldset',
    {},
    !(top && kind === 'group') && element('legend', {}, label),
    description && !top && element('p', {}, description),
    ...field.fields.map((inner) => fieldElement(card, inner)),
    ...options.map((option) =>
      choice(box, name, option.key, option.chosen, option.choose, [
        option.label,
        element('span', { className: 'quiet' }, ` ${option.description ?? ''}`),
      ]),
    ),
    other &&
      element(
        'div',
        { className: 'choice' },
        choice(box, name, other.key, other.chosen, other.choose, [other.label]),
        textBox('input', `${name} other text`, other.value, other.setValue, {
          ariaLabel: other.description ?? '',
        }),
      ),
    said,
  );
}

/** A radio button or a checkbox with its label. */
export function choice(
  type: string,
  name: string,
  key: string,
  checked: boolean,
  choose: (chosen: boolean) => void,
  children: readonly (Node | string)[],
): HTMLElement {
  const onchange = ({ target }: Event): void => choose((target as HTMLInputElement).checked);
  const input = element('input', { id: `${name} ${key}`, type, name, checked, onchange });
  return element('label', { className: 'choice' }, input, element('span', {}, ...children));
}

/** A box for text. */
export function textBox(
  tag: 'input' | 'textarea',
  id: string,
  value: string,
  setValue: (value: string) => void,
  more: Partial<HTMLInputElement>,
): HTMLElement {
  const oninput = ({ target }: Event): void => setValue((target as HTMLInputElement).value);
  return element(tag, { id, value, oninput, autocomplete: 'off', ...more } as object);
}
