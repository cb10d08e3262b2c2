import type { EventOf, InteractionRequest } from '@hitl/protocol';
import type { ClientError } from '../base/errors.ts';
import { isSnapshot, readFrame } from '@hitl/protocol/guard';
import { badFrame, parseFrameJson } from './frame-json.ts';
import { callSafely } from '../base/call-safely.ts';
import type { FrameSink } from '../transport/transport.ts';

/** An event of an inbox. */
export type InboxEvent =
  | EventOf<'interaction_request'>
  | EventOf<'interaction_resolved'>
  | EventOf<'tool_paused'>
  | EventOf<'tool_resumed'>;

/** Receiver of inbox changes. */
interface InboxSinkHandlers {
  onSnapshot(interactions: readonly InteractionRequest[], pendingIds?: readonly string[]): void;
  onEvent(event: InboxEvent): void;
  onError?(error: ClientError): void;
}

/**
 * Turns frames into inbox changes. There is nothing to resume: after each reconnect the server
 * sends a new snapshot.
 */
export function createInboxSink(
  handlers: InboxSinkHandlers,
  observed: (event: InboxEvent) => void,
): Pick<FrameSink, 'onFrame' | 'isDone'> {
  const reportError = (path?: string): void => callSafely(() => handlers.onError?.(badFrame(path)));

  return {
    onFrame({ event: name, data }) {
      const value = parseFrameJson(data);
      if (name === 'snapshot') {
        if (!isSnapshot(value)) reportError();
        const list = salvage(value);
        if (list !== undefined) callSafely(() => handlers.onSnapshot(list, namedIn(value)));
        return true;
      }
      const frame = readFrame(value);
      if (frame.kind === 'invalid') reportError(frame.path);
      if (frame.kind !== 'event' || !isInboxEvent(frame.event)) return true;
      const { event } = frame;
      callSafely(() => handlers.onEvent(event));
      observed(event);
      return true;
    },
    isDone: () => false,
  };
}

/**
 * The requests of a snapshot, including those that are not fully readable: a request that is not
 * shown would wait forever, and a card can show any request as raw data.
 */
function salvage(value: unknown): readonly InteractionRequest[] | undefined {
  const { interactions } = (value ?? {}) as { interactions?: unknown };
  if (!Array.isArray(interactions)) return undefined;
  return interactions.filter((request: Partial<InteractionRequest> | null) => {
    return typeof request?.id === 'string';
  }) as InteractionRequest[];
}

/** The ids of all pending requests, if the snapshot is incomplete. */
function namedIn(value: unknown): readonly string[] | undefined {
  const { pending_ids: ids } = (value ?? {}) as { pending_ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : undefined;
}

/** Whether an inbox shows events of this type. */
export function isInboxEvent(event: { readonly type: string }): event is InboxEvent {
  return INBOX_EVENTS.has(event.type);
}

const INBOX_EVENTS: ReadonlySet<string> = new Set([
  'interaction_request',
  'interaction_resolved',
  'tool_paused',
  'tool_resumed',
]);
