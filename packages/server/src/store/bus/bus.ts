import type { ToolProgress } from '@hitl/protocol';
import type { SessionKey } from '../store.ts';

/** A hint between instances, which may be lost. The log is authoritative. */
export type Change =
  | { readonly kind: 'session'; readonly key: SessionKey }
  /** The progress of a call, which is not in the log. */
  | { readonly kind: 'progress'; readonly key: SessionKey; readonly progress: ToolProgress }
  | { readonly kind: 'rules'; readonly tenantId: string; readonly userId: string };

/** Delivers hints from writers to readers. */
export interface Bus {
  publish(change: Change): void;
  /** Calls `listener` after each change, including own ones. Returns the unsubscribe function. */
  subscribe(listener: (change: Change) => void): () => void;
  close(): Promise<void>;
}
