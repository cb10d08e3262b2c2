import type { HitlClient, InteractionRequest } from '@hitl/client';
import { createCard, type CardOptions, type CardView } from '@hitl/client/chat';
import { cardElement } from '../vanilla/card.ts';
import { update } from '../vanilla/element.ts';

/**
 * One request as an element. Give it the properties `client` and `request`, or the `view` of a card that
 * another object follows. It has no shadow root, so the styles of the page apply.
 */
export class HitlInteraction extends HTMLElement {
  /** The client that sends the answer. */
  client: HitlClient | undefined;
  /** Options of the card, such as user and language. Set them before `request`. */
  options: CardOptions = {};
  #request: InteractionRequest | undefined;
  #card: ReturnType<typeof createCard> | undefined;
  #stop: (() => void) | undefined;

  /** The request; set it again when its arguments or its time have changed. */
  set request(request: InteractionRequest) {
    if (request.id !== this.#request?.id) this.disconnectedCallback();
    this.#request = request;
    this.#card?.update(request);
    this.connectedCallback();
  }

  /** The card as `createChat` shows it. */
  set view(view: CardView) {
    const card = cardElement(view);
    if (this.firstElementChild === null) this.append(card);
    else update(this.firstElementChild, card);
  }

  connectedCallback(): void {
    const { client, options } = this;
    if (!this.isConnected || client === undefined) return;
    if (this.#request === undefined || this.#card !== undefined) return;
    const card = (this.#card = createCard(client, this.#request, options));
    const draw = (): void => {
      this.view = card.getSnapshot();
    };
    this.#stop = card.subscribe(draw);
    draw();
  }

  disconnectedCallback(): void {
    this.#stop?.();
    this.#card = undefined;
  }
}

customElements.define('hitl-interaction', HitlInteraction);

declare global {
  interface HTMLElementTagNameMap {
    'hitl-interaction': HitlInteraction;
  }
}
