import type { RunEvent, StepDelta, ToolProgress } from '@hitl/protocol';
import { NewestMap } from '../base/newest-map.ts';
import type { SessionKey } from '../store/store.ts';

/**
 * Maximum number of texts; the oldest are dropped, as a run that another owner took over never ends
 * here.
 */
const MAX_TEXTS = 1000;

/** Maximum length of a text; the rest of a longer one comes with `step_completed`. */
const MAX_LENGTH = 1 << 20;

/**
 * Events in this process that are not stored, so that late readers see them from the start: texts
 * being written by models, and the last progress of running calls.
 */
export interface Unfinished {
  /** Adds a piece of a text. */
  delta(key: SessionKey, delta: StepDelta): void;
  /** Drops the texts that these events complete. */
  settle(key: SessionKey, events: readonly RunEvent[]): void;
  /** Replaces the last progress of a call. */
  progress(key: SessionKey, progress: ToolProgress): void;
  /** Drops a call that has ended. */
  progressEnded(key: SessionKey, runId: string, toolCallId: string): void;
  /**
   * The events of a session, or of a root run in it. Each text is one delta, complete from its
   * start, so that later pieces fit.
   */
  of(key: SessionKey, rootRunId?: string): readonly (StepDelta | ToolProgress)[];
}

/** An event with the session that it belongs to. */
interface Entry<Event> {
  readonly key: SessionKey;
  readonly event: Event;
}

export function createUnfinished(): Unfinished {
  /** By run, as a run writes one message at a time; the most recently changed last. */
  const texts = new NewestMap<string, Entry<StepDelta>>(MAX_TEXTS);
  const calls = new Map<string, Entry<ToolProgress>>();

  return {
    delta(key, delta) {
      const id = idOf(key, delta.run_id);
      const known = texts.get(id)?.event.data;
      texts.delete(id);
      const { message_id, offset, text } = delta.data;
      const before = offset === 0 ? '' : known?.text;
      const follows = offset === 0 || known?.message_id === message_id;
      if (before === undefined || !follows || before.length !== offset) return;
      if (offset + text.length > MAX_LENGTH) return;
      const whole = { message_id, offset: 0, text: before + text };
      texts.set(id, { key, event: { ...delta, data: whole } });
    },
    settle(key, events) {
      for (const event of events) {
        if (COMPLETING.has(event.type)) texts.delete(idOf(key, event.run_id));
      }
    },
    progress(key, event) {
      calls.set(idOf(key, event.run_id, event.data.tool_call_id), { key, event });
    },
    progressEnded: (...call) => void calls.delete(idOf(...call)),
    of: ({ tenantId, sessionId }, rootRunId) =>
      [...texts.values(), ...calls.values()]
        .filter(
          ({ key, event }) =>
            key.tenantId === tenantId &&
            key.sessionId === sessionId &&
            (rootRunId === undefined || event.root_run_id === rootRunId),
        )
        .map(({ event }) => event),
  };
}

/** Events after which a run has no unfinished text. */
const COMPLETING: ReadonlySet<string> = new Set([
  'step_completed',
  'run_claimed',
  'run_completed',
  'run_failed',
  'run_aborted',
]);

function idOf({ tenantId, sessionId }: SessionKey, ...within: readonly string[]): string {
  return JSON.stringify([tenantId, sessionId, ...within]);
}
