import type { InteractionView, RunEvent } from '@hitl/protocol';
import type { HitlClient, InboxFilter } from '../client/client.ts';
import type { ClientError } from '../base/errors.ts';
import { createInboxStore, withClock, type InboxStore } from './inbox-store.ts';
import type { InboxEvent } from '../streams/inbox-sink.ts';
import { createRefreshable } from './refreshable.ts';
import { createStore, type Store } from './store.ts';

/** State of an interaction store. */
export interface InteractionSnapshot {
  readonly interactionId: string;
  /** The request and its outcome. `null` until first read. */
  readonly details: InteractionView | null;
  /** Whether a read is in progress. */
  readonly loading: boolean;
  /** Error of the last read, if it failed. */
  readonly error?: ClientError;
}

/** Store of one interaction, in any state. */
export interface InteractionStore extends Store<InteractionSnapshot> {
  /** Reads it again. Never rejects: see `error`. */
  readonly refresh: () => Promise<void>;
}

/**
 * Creates a store of the details of an interaction: read with the first listener, and kept up to
 * date by the inbox of its session while it is pending, and by any other open stream of this
 * client. `inboxOf`: the inbox to subscribe to; share one to use one connection for many.
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

  /** Subscribes to the inbox exactly while a pending interaction has listeners. */
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
      // Settled while there was no listener; the read in progress will report it.
      if (!reading.current().loading) void refresh();
    });
  }

  function onEvent(event: RunEvent | InboxEvent): void {
    if (interactionOf(event) !== interactionId) return;
    const { value, loading } = reading.current();
    // The read in progress may be older than this event.
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

/** Id of the interaction of an event. */
function interactionOf({ data }: RunEvent | InboxEvent): string | undefined {
  if ('interaction_request' in data) return data.interaction_request.id;
  return 'interaction_id' in data ? data.interaction_id : undefined;
}

/**
 * Folds one event. A repeated or unrelated one, and any after the settlement, return `details`
 * itself.
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

/** Whether it was answered with unknown content: an inbox stream does not contain the answer. */
function lacksAnswer({ status, response }: InteractionView): boolean {
  return status === 'answered' && response === undefined;
}
