import type { CardButton, CardField, CardPart, CardView } from '@hitl/client/chat';
import { element } from './element.ts';

/** Renders a card. */
export function cardElement(card: CardView): HTMLElement {
  const { risk, time, open, submit, fields } = card;
  const buttons = element('div.buttons', ...card.buttons.map(buttonElement));
  return element(
    'section.card',
    card.attributes,
    element(
      'header',
      element('span.from', card.from),
      risk && element('span.risk', risk.text),
      time && element(time.urgent ? 'span.urgent' : 'span', { role: 'timer' }, time.text),
    ),
    element('h2', card.title),
    card.subtitle && element('p', card.subtitle),
    ...card.preview.map(partElement),
    ...card.reasons.map((reason) => element('p.quiet', reason)),
    open && element('form', { onsubmit: submit }, ...fields.map(fieldElement), buttons),
    element(card.wrong ? 'output.problem' : 'output', card.status),
  );
}

/** One part of the preview: a table, or lines of text. */
function partElement({ kind, name, caption, lines, rows, note }: CardPart): HTMLElement {
  const text = lines.map((line) => element(`span.${line.kind}`, line.text));
  return element(
    'div',
    { role: 'group', 'aria-label': name },
    caption && element('p.quiet', caption),
    rows.length > 0
      ? element('div.scroll', { tabIndex: 0 }, element('table', ...rows.map(rowElement)))
      : element(`pre.${kind}`, ...text),
    note && element('p.quiet', note),
  );
}

function rowElement(cells: readonly string[], index: number): HTMLElement {
  return element('tr', ...cells.map((cell) => element(index === 0 ? 'th' : 'td', cell)));
}

/** One field with its hint and its problem. */
function fieldElement({ control, attributes, label, ...field }: CardField): HTMLElement {
  const { id, value, options, change, hintId } = field;
  const problem = element('span.problem', field.problem);
  const hint = element('p.quiet', { id: hintId }, field.hint, ' ', problem);
  if (control === 'radio' || control === 'checkbox') {
    const choices = options.map((option) => {
      const { chosen: checked, description } = option;
      const more = { type: control, name: id, value: option.value, checked, onchange: change };
      const text = element('span', option.label, ' ', element('span.quiet', description));
      return element('label.choice', element('input', more), text);
    });
    const group = element('fieldset', attributes, element('legend', label), ...choices);
    return element('div.field', { id: `${id}.field` }, group, hint);
  }
  const items = options.map((option) =>
    element('option', { value: option.value, selected: option.chosen }, option.label),
  );
  const text = control === 'textarea' && value;
  const input = element(control, attributes, { value, oninput: change }, text, ...items);
  const named = element('label', element('span.label', label), input);
  return element('div.field', { id: `${id}.field` }, named, hint);
}

function buttonElement({ attributes, label, primary, press }: CardButton): HTMLElement {
  return element(primary ? 'button.primary' : 'button', attributes, { onclick: press }, label);
}
