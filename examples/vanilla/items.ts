import type { ChatItem } from '@hitl/client/chat';
import { element } from './element.ts';

/** A message, the outcome of a call, or how a run ended. */
export function itemElement(item: ChatItem): HTMLElement {
  const { subject, facts, note, output } = item;
  return element(
    `li.${item.kind}.${item.state}`,
    element('span', item.text),
    subject && element('code', subject),
    facts && element('span.quiet', facts),
    note && element('q', note),
    output && element('pre', output),
    ...item.buttons.map(({ label, press }) => element('button', { onclick: press }, label)),
  );
}
