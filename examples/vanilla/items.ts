import type { ChatItem } from '@hitl/client/chat';
import { element } from './element.ts';

/** A message, what became of a call, or how a run ended. */
export function itemElement(item: ChatItem): HTMLElement {
  if (item.kind === 'end') return element('li', { className: 'end' }, item.text);
  if (item.kind === 'call') {
    return element(
      'li',
      { className: `call ${item.state}` },
      element('span', { className: 'verb' }, item.verb),
      ' ',
      element('code', {}, item.subject),
      ` ${item.facts.join(' · ')}`,
      item.note && element('p', {}, `“${item.note}”`),
      item.output && element('pre', {}, item.output),
    );
  }
  return element(
    'li',
    { className: `${item.role} ${item.state}` },
    item.text,
    item.note &&
      element(
        'p',
        { className: 'quiet' },
        `${item.note} `,
        ...item.buttons.map(({ label, press }) =>
          element('button', { type: 'button', onclick: press }, label),
        ),
      ),
  );
}
