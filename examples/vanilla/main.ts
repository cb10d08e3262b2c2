import '../chat/style.css';
import { keepFocus } from '../chat/keep-focus.ts';
import { openChat } from '../chat/open-chat.ts';
import { cardContent, describeCard } from './card.ts';
import { element, patch } from './element.ts';
import { itemElement } from './items.ts';

const chat = openChat();

function draw(): void {
  const { items, cards, notice } = chat.getSnapshot();
  byId('notice').textContent = notice;
  patch(byId('conversation'), items.map(itemElement));
  patch(
    byId('cards'),
    cards.map((view) => {
      const card = element('section', { id: view.key }, ...cardContent(view));
      describeCard(card, view);
      return card;
    }),
  );
}

function byId(id: string): HTMLElement {
  return document.getElementById(id) ?? document.body;
}

byId('composer').addEventListener('submit', (event) => {
  event.preventDefault();
  const field = byId('text') as HTMLInputElement;
  if (field.value.trim() !== '') chat.send(field.value);
  field.value = '';
});
keepFocus(byId('cards'), '#text');
chat.subscribe(draw);
draw();
