import type { InteractionRequest } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { createNotices, type Notices, type NoticesOptions } from './notices.ts';
import { messageOf } from '../base/message-of.ts';

/** Notice of an opened request: ids only, nothing of its content. */
export interface PendingNotice {
  readonly interaction_id: string;
  readonly run_id: string;
  readonly session_id: string;
  readonly tool_call_id: string;
  readonly purpose: InteractionRequest['purpose'];
}

/**
 * Called when a request opens. If it throws or rejects it is retried, up to five attempts within
 * about a minute, so it may be called twice for one interaction. `signal` is aborted when the
 * server is closing and cannot wait any longer.
 */
export type OnPending = (notice: PendingNotice, signal: AbortSignal) => void | Promise<void>;

/** Options of `createPendingNotices`. */
export interface PendingNoticesOptions extends Pick<NoticesOptions<PendingNotice>, 'pause'> {
  readonly onPending: OnPending;
  /** Called with each notice that could not be delivered; its `code` is `pending_not_delivered`. */
  readonly onError: (error: unknown) => void;
}

/** Sends notices of requests opened by this instance. */
export function createPendingNotices(options: PendingNoticesOptions): Notices {
  const { onPending, onError, pause } = options;
  return createNotices({
    deliver: onPending,
    noticeOf: (event) =>
      event.type === 'interaction_request' ? noticeOf(event.data.interaction_request) : undefined,
    onUndelivered({ interaction_id: id }, cause) {
      const why = messageOf(cause);
      const message = `The notice that the interaction ${id} is pending could not be delivered: ${why}. It is in the inbox.`;
      onError(new HitlError('pending_not_delivered', message, { cause }));
    },
    ...(pause !== undefined && { pause }),
  });
}

function noticeOf(request: InteractionRequest): PendingNotice {
  const { id, run_id, session_id, tool_call_id, purpose } = request;
  return { interaction_id: id, run_id, session_id, tool_call_id, purpose };
}
