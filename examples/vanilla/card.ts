import type { CardView } from '@hitl/client/chat';
import { element, type Child } from './element.ts';
import { choice, fieldElement, partElement, textBox } from './parts.ts';

/** What stands in the element of a card. */
export function cardContent(view: CardView): Child[] {
  return [
    element(
      'header',
      {},
      element('span', { className: 'from' }, view.from),
      view.risk && element('span', { className: 'risk' }, view.risk.text),
      view.time && element('span', { role: 'timer', className: timeClass(view) }, view.time.text),
    ),
    element('h2', {}, view.title),
    view.subtitle && element('p', {}, view.subtitle),
    ...view.preview.map(partElement),
    ...view.reasons.map((reason) => element('p', { className: 'reason' }, reason)),
    view.open && formElement(view),
    element('p', { role: 'status', className: view.wrong ? 'problem' : '' }, view.status),
  ];
}

/** The attributes of the element of a card: a named group that can hold the focus. */
export function describeCard(card: HTMLElement, view: CardView): void {
  card.className = 'card';
  card.tabIndex = -1;
  card.role = 'group';
  card.ariaLabel = view.title;
  card.ariaBusy = String(view.busy);
  card.dataset['state'] = view.state;
  card.dataset['risk'] = view.risk?.level ?? '';
  card.toggleAttribute('data-clipped', view.clipped);
}

function timeClass({ time }: CardView): string {
  return time?.urgent === true ? 'time urgent' : 'time';
}

/** What can be entered, chosen and pressed. */
function formElement({ key, field, remember, note, buttons }: CardView): HTMLElement {
  const send = buttons.find(({ id }) => id === 'send');
  const onsubmit = (event: Event): void => {
    event.preventDefault();
    send?.press(event);
  };
  return element(
    'form',
    { onsubmit },
    field && fieldElement(key, field, true),
    remember &&
      element(
        'div',
        { className: 'remember' },
        element(
          'label',
          {},
          `${remember.label} `,
          element(
            'select',
            {
              id: `${key} term`,
              onchange: ({ target }) => remember.setTerm((target as HTMLSelectElement).value),
            },
            ...remember.terms.map(({ value, label }) =>
              element('option', { value, selected: value === remember.term }, label),
            ),
          ),
        ),
        remember.rules.length > 0 &&
          element(
            'fieldset',
            {},
            element('legend', {}, remember.rulesLabel),
            ...remember.rules.map(({ text, reach, chosen, choose }, index) =>
              choice('radio', `${key} rule`, String(index), chosen, choose, [
                element('code', {}, text),
                element('span', { className: 'quiet' }, ` ${reach}`),
              ]),
            ),
          ),
      ),
    note &&
      element(
        'label',
        {},
        element('span', { className: 'quiet' }, note.label),
        textBox('input', `${key} note`, note.value, note.setValue, { title: note.hint }),
      ),
    element(
      'div',
      { className: 'buttons' },
      ...buttons.map(({ id, label, primary, disabled, press }) =>
        element(
          'button',
          {
            id: `${key} ${id}`,
            type: id === 'send' ? 'submit' : 'button',
            className: primary ? 'primary' : '',
            ariaDisabled: String(disabled),
            onclick: (event) => (id === 'send' ? undefined : press(event)),
          },
          label,
        ),
      ),
    ),
  );
}
