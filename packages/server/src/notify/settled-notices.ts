import type { InteractionOutcome } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { createNotices, type Notices, type NoticesOptions } from './notices.ts';
import { messageOf } from '../base/message-of.ts';
import type { PendingNotice } from './pending-notices.ts';

/** Notice of a settled request: ids and outcome, nothing of the answer. */
export interface SettledNotice extends Omit<PendingNotice, 'purpose'> {
  readonly status: InteractionOutcome;
}

/**
 * Called when a request is settled. If it throws or rejects it is retried, up to five attempts
 * within about a minute, so it may be called twice for one interaction. `signal` is aborted when
 * the server is closing and cannot wait any longer.
 */
export type OnSettled = (notice: SettledNotice, signal: AbortSignal) => void | Promise<void>;

/** Options of `createSettledNotices`. */
export interface SettledNoticesOptions extends Pick<NoticesOptions<SettledNotice>, 'pause'> {
  readonly onSettled: OnSettled;
  /** Called with each notice that could not be delivered; its `code` is `settled_not_delivered`. */
  readonly onError: (error: unknown) => void;
}

/** Sends notices of requests settled by this instance. */
export function createSettledNotices(options: SettledNoticesOptions): Notices {
  const { onSettled, onError, pause } = options;
  return createNotices({
    deliver: onSettled,
    noticeOf({ type, data, run_id, session_id }): SettledNotice | undefined {
      if (type !== 'interaction_resolved') return undefined;
      const { interaction_id, tool_call_id, outcome } = data;
      return { interaction_id, run_id, session_id, tool_call_id, status: outcome };
    },
    onUndelivered({ interaction_id: id, status }, cause) {
      const why = messageOf(cause);
      const message = `The notice that the interaction ${id} is ${status} could not be delivered: ${why}. The log has it.`;
      onError(new HitlError('settled_not_delivered', message, { cause }));
    },
    ...(pause !== undefined && { pause }),
  });
}
