import type { InteractionView, RunEvent } from '@hitl/protocol';
import type { HitlClient, InboxFilter } from '../client/client.ts';
import type { ClientError } from '../base/errors.ts';
import { createInboxStore, withClock, type InboxStore } from './inbox-store.ts';
import type { InboxEvent } from '../streams/inbox-sink.ts';
import { createRefreshable } from './refreshable.ts';
import { createStore, type Store } from './store.ts';

/** One interaction, as it is known now. */
export interface InteractionSnapshot {
  readonly interactionId: string;
  /** What was asked, and what became of it. `null` until it was read once. */
  readonly details: InteractionView | null;
  /** Whether it is being read. */
  readonly loading: boolean;
  /** Why reading it failed last. */
  readonly error?: ClientError;
}

/** One interaction, whatever became of it. */
export interface InteractionStore extends Store<InteractionSnapshot> {
  /** Reads it again. Never fails: see `error`. */
  readonly refresh: () => Promise<void>;
}

/**
 * The details of an interaction: read with the first listener, and kept up to date by the inbox of its
 * session for as long as it is pending, and by whatever other stream of this client is open.
 *
 * `inboxOf`: whose inbox to listen to; hand in one that is shared, and one connection does for many.
 */
export function createInteractionStore(
  client: HitlClient,
  interactionId: string,
  inboxOf: (filter: InboxFilter) => InboxStore = (filter) => createInboxStore(client, filter),
): InteractionStore {
  let active = false;
  let unsubscribe: (() => void) | undefined;

  const reading = createRefreshable(
    'read the interaction',
    () => client.getInteraction(interactionId),
    () => {
      listen();
      store.notify();
    },
  );
  const { refresh } = reading;
  const store = createStore<InteractionSnapshot>(
    () => {
      const { value, ...state } = reading.current();
      return { interactionId, details: value ?? null, ...state };
    },
    {
      client,
      start() {
        active = true;
        void refresh();
        const stopObserving = client.observe(onEvent);
        return () => {
          active = false;
          stopObserving();
          listen();
        };
      },
    },
  );

  /** Listens to the inbox exactly while somebody looks at what is pending. */
  function listen(): void {
    const details = reading.current().value;
    if (!active || details?.status !== 'pending') {
      unsubscribe?.();
      unsubscribe = undefined;
      return;
    }
    if (unsubscribe !== undefined) return;
    const inbox = inboxOf({ sessionId: details.interaction_request.session_id });
    unsubscribe = inbox.subscribe(() => {
      const { interactions, loaded } = inbox.getSnapshot();
      if (!loaded || interactions.some(({ id }) => id === interactionId)) return;
      // Settled while nobody listened. What is on its way says so.
      if (!reading.current().loading) void refresh();
    });
  }

  function onEvent(event: RunEvent | InboxEvent): void {
    if (interactionOf(event) !== interactionId) return;
    const { value, loading } = reading.current();
    // What is on its way may be older than this.
    if (loading || value === undefined) {
      void refresh();
      return;
    }
    const next = foldInteraction(value, event);
    if (next === value) return;
    reading.set(next);
    if (lacksAnswer(next)) void refresh();
  }

  return { getSnapshot: store.getSnapshot, subscribe: store.subscribe, refresh };
}

/** Which interaction an event is about. */
function interactionOf({ data }: RunEvent | InboxEvent): string | undefined {
  if ('interaction_request' in data) return data.interaction_request.id;
  return 'interaction_id' in data ? data.interaction_id : undefined;
}

/**
 * Folds one event in. A repeated one, one about something else, and any after the settlement return
 * `details` itself.
 */
export function foldInteraction(
  details: InteractionView,
  event: RunEvent | InboxEvent,
): InteractionView {
  const { interaction_request: request, status } = details;
  if (status !== 'pending' || interactionOf(event) !== request.id) return details;
  switch (event.type) {
    case 'interaction_response':
      return { ...details, response: event.data.response };
    case 'interaction_resolved': {
      const { outcome, resolved_by } = event.data;
      return {
        ...details,
        status: outcome,
        resolved_at: event.timestamp,
        ...(resolved_by !== undefined && { resolved_by }),
      };
    }
    case 'tool_paused':
    case 'tool_resumed':
      return { ...details, interaction_request: withClock(request, event) };
    default:
      return details;
  }
}

/** Whether it was answered, and how is not known: the stream of an inbox does not say it. */
function lacksAnswer({ status, response }: InteractionView): boolean {
  return status === 'answered' && response === undefined;
}
