import '../chat/style.css';
import { keepFocus } from '../chat/keep-focus.ts';
import { openChat } from '../chat/open-chat.ts';
import { itemElement } from '../vanilla/items.ts';
import { element, patch } from '../vanilla/element.ts';
import './hitl-interaction.ts';

const chat = openChat();

function draw(): void {
  const { items, cards, notice } = chat.getSnapshot();
  byId('notice').textContent = notice;
  patch(byId('conversation'), items.map(itemElement));
  const kept = new Map([...byId('cards').children].map((one) => [one.id, one]));
  const shown = cards.map((view) => {
    const known = kept.get(view.key) ?? element('hitl-interaction', { id: view.key });
    return Object.assign(known, { view });
  });
  // Those that stay are not moved: the focus may be in one.
  for (const [id, one] of kept) if (!cards.some(({ key }) => key === id)) one.remove();
  for (const one of shown) if (!one.isConnected) byId('cards').append(one);
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
