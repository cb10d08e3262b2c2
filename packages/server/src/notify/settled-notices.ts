import type { InteractionOutcome } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { createNotices, type Notices, type NoticesOptions } from './notices.ts';
import { messageOf } from '../base/message-of.ts';

/** Says that something waits no more: ids and how it ended, nothing of what was answered. */
export interface SettledNotice {
  readonly interaction_id: string;
  readonly run_id: string;
  readonly session_id: string;
  readonly tool_call_id: string;
  readonly status: InteractionOutcome;
}

/**
 * Called when something is settled, by whomever. Where it throws or rejects it is called again, up to
 * five times in all within about a minute, so it may be called twice for one interaction. `signal`: the
 * server is closing and cannot wait any longer.
 */
export type OnSettled = (notice: SettledNotice, signal: AbortSignal) => void | Promise<void>;

/** Options of `createSettledNotices`. */
export interface SettledNoticesOptions extends Pick<NoticesOptions<SettledNotice>, 'pause'> {
  readonly onSettled: OnSettled;
  /** Called with what could not be delivered, with `code` `settled_not_told`. */
  readonly onError: (error: unknown) => void;
}

/** Tells about what this instance has settled. */
export function createSettledNotices(options: SettledNoticesOptions): Notices {
  const { onSettled, onError, pause } = options;
  return createNotices({
    tell: onSettled,
    noticeOf({ type, data, run_id, session_id }): SettledNotice | undefined {
      if (type !== 'interaction_resolved') return undefined;
      const { interaction_id, tool_call_id, outcome } = data;
      return { interaction_id, run_id, session_id, tool_call_id, status: outcome };
    },
    onUntold({ interaction_id: id, status }, cause) {
      const why = messageOf(cause);
      const message = `The notice that the interaction ${id} is ${status} could not be delivered: ${why}. The log has it.`;
      onError(new HitlError('settled_not_told', message, { cause }));
    },
    ...(pause !== undefined && { pause }),
  });
}
