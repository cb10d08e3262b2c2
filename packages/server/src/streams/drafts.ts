import type { RunEvent, StepDelta } from '@hitl/protocol';
import type { SessionKey } from '../store/store.ts';

/**
 * Maximum number of texts; the oldest are dropped, as a run that another owner took over never ends
 * here.
 */
const MAX_DRAFTS = 1000;

/** Maximum length of a text; the rest of a longer one comes with `step_completed`. */
const MAX_LENGTH = 1 << 20;

/** The texts that models of this instance are writing, so that late readers see them from the start. */
export interface Drafts {
  add(key: SessionKey, delta: StepDelta): void;
  /** Drops the texts that these events complete. */
  settle(key: SessionKey, events: readonly RunEvent[]): void;
  /** The unfinished texts, each as one delta from offset 0. */
  of(key: SessionKey, rootRunId?: string): StepDelta[];
}

export function createDrafts(): Drafts {
  /** By run, as a run writes one message at a time; the most recently changed last. */
  const drafts = new Map<string, { readonly key: SessionKey; delta: StepDelta }>();

  return {
    add(key, delta) {
      const id = idOf(key, delta.run_id);
      const draft = drafts.get(id);
      drafts.delete(id);
      const { message_id: message, offset, text } = delta.data;
      const before = offset === 0 ? '' : draft?.delta.data.text;
      const follows = offset === 0 || draft?.delta.data.message_id === message;
      if (before === undefined || !follows || before.length !== offset) return;
      if (offset + text.length > MAX_LENGTH) return;
      const whole = { message_id: message, offset: 0, text: before + text };
      drafts.set(id, { key, delta: { ...delta, data: whole } });
      const oldest = drafts.size > MAX_DRAFTS ? drafts.keys().next().value : undefined;
      if (oldest !== undefined) drafts.delete(oldest);
    },
    settle(key, events) {
      for (const event of events) {
        if (COMPLETING.has(event.type)) drafts.delete(idOf(key, event.run_id));
      }
    },
    of(key, rootRunId) {
      return [...drafts.values()]
        .filter(
          (draft) =>
            draft.key.tenantId === key.tenantId &&
            draft.key.sessionId === key.sessionId &&
            (rootRunId === undefined || draft.delta.root_run_id === rootRunId),
        )
        .map(({ delta }) => delta);
    },
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

function idOf({ tenantId: tenant, sessionId: session }: SessionKey, runId: string): string {
  return JSON.stringify([tenant, session, runId]);
}
