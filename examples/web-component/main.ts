import '../chat/style.css';
import type { CardView } from '@hitl/client/chat';
import { keepFocus } from '../chat/keep-focus.ts';
import { openChat } from '../chat/open-chat.ts';
import { element, update } from '../vanilla/element.ts';
import { itemElement } from '../vanilla/items.ts';
import './hitl-interaction.ts';

const chat = openChat();
const page = document.querySelector('#page') ?? document.body;
const composer = document.querySelector<HTMLFormElement>('.composer');
const field = document.querySelector<HTMLInputElement>('.composer input');

function draw(): void {
  const { items, cards, notice } = chat.getSnapshot();
  const log = { 'aria-live': 'polite', 'aria-label': 'Conversation' };
  const next = element(
    'div',
    { id: 'page' },
    element('p.quiet', { role: 'status' }, notice),
    element('ol.conversation', log, ...items.map(itemElement)),
    element('div.cards', ...cards.map(cardElement)),
  );
  update(page, next);
}

function cardElement(view: CardView): HTMLElement {
  return element('hitl-interaction', { id: `${view.key}.element`, view });
}

composer?.addEventListener('submit', (event) => {
  event.preventDefault();
  if (field !== null && field.value.trim() !== '') chat.send(field.value);
  composer.reset();
});
chat.subscribe(draw);
draw();
keepFocus();
