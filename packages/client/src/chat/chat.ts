import type { HitlClient } from '../client/client.ts';
import type { Connection } from '../base/connection.ts';
import { createSessionStore, type SessionSnapshot } from '../stores/session-store.ts';
import { createStore, type Store } from '../stores/store.ts';
import { createCallLog, createFormat, describeProblem } from '../view/index.ts';
import { createCard, type Card, type CardOptions } from './card.ts';
import type { CardView } from './card-view.ts';
import { chatItems, type ChatItem } from './items.ts';
import { chatWords, type ChatWords } from './words.ts';

/** State of a conversation. Render every string as text. */
export interface ChatView {
  /** Messages, tool calls and their outcomes, in order. */
  readonly items: readonly ChatItem[];
  /** Pending requests, oldest first, and settled ones that do not appear in `items`. */
  readonly cards: readonly CardView[];
  /** Says that the page is offline or the server refused; for a live region. May be empty. */
  readonly notice: string;
  /** Whether all past events have been read. */
  readonly loaded: boolean;
}

/** Options of `createChat`. */
export interface ChatOptions extends CardOptions {
  /** May be unknown to the server: the first message creates the session. */
  sessionId: string;
  /** The agent that new messages are sent to. */
  agentId: string;
}

/** A conversation with an agent. */
export interface Chat extends Store<ChatView> {
  /** Sends a message. If that fails, the message stays in `items`, with a button to send it again. */
  readonly send: (text: string) => void;
}

/**
 * Creates a conversation and its cards as data to render. Runs belong to `userId`; without it,
 * rules cannot be remembered. Connects with the first listener.
 */
export function createChat(client: HitlClient, options: ChatOptions): Chat {
  const { sessionId, agentId, userId, locale } = options;
  const words: ChatWords = { ...chatWords, ...options.words };
  const session = createSessionStore(client, sessionId, { calls: createCallLog() });
  const format = createFormat(locale, () => client.clock.now());
  const cards = new Map<string, { readonly card: Card; readonly stop: () => void }>();

  /** Opens a card for each pending request, and closes cards whose outcome `items` shows. */
  function follow(): void {
    const snapshot = session.getSnapshot();
    for (const request of snapshot.pending) {
      const known = cards.get(request.id);
      if (known === undefined) {
        const card = createCard(client, request, options);
        cards.set(request.id, { card, stop: card.subscribe(onCard) });
      } else known.card.update(request);
    }
    for (const [id, { card, stop }] of cards) {
      if (!isShownBy(card.getSnapshot(), snapshot)) continue;
      stop();
      cards.delete(id);
    }
  }

  function onCard(): void {
    follow();
    store.notify();
  }

  const store = createStore<ChatView>(
    () => {
      const snapshot = session.getSnapshot();
      return {
        items: chatItems(snapshot, { words, format, userId, ...session }),
        cards: [...cards.values()].map(({ card }) => card.getSnapshot()),
        notice: noticeOf(snapshot.connection, words),
        loaded: snapshot.loaded,
      };
    },
    {
      client,
      start() {
        const stop = session.subscribe(onCard);
        onCard();
        return () => {
          stop();
          for (const each of cards.values()) each.stop();
          cards.clear();
        };
      },
    },
  );

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    send(text) {
      const user = userId !== undefined && { user_id: userId };
      // A failed message stays in the outbox, where it is shown.
      session.send({ agent_id: agentId, input: text, ...user }).catch(() => {});
    },
  };
}

/** Whether the list of calls shows how a request ended, so that its card can be closed. */
function isShownBy(view: CardView, { calls, pending }: SessionSnapshot): boolean {
  const { request, open, key } = view;
  if (open || pending.some(({ id }) => id === key)) return false;
  const record = calls?.get(request.run_id, request.tool_call_id);
  const asked = record?.asked.find((one) => one.request.id === key);
  // A late answer is reported on its card.
  return asked?.outcome !== undefined && !view.late;
}

function noticeOf({ status, error }: Connection, words: ChatWords): string {
  switch (status) {
    case 'offline':
      return words.offline;
    case 'reconnecting':
      return words.reconnecting;
    case 'connecting':
      return words.loading;
    case 'closed':
      return error === undefined ? '' : describeProblem(error, words);
    case 'open':
      return '';
  }
}
