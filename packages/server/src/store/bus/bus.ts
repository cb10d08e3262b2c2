import type { SessionKey } from '../store.ts';

/** Something that instances tell each other: a hint, which may be lost. The log is the truth. */
export type Change =
  | { readonly kind: 'session'; readonly key: SessionKey }
  | { readonly kind: 'rules'; readonly tenantId: string; readonly userId: string };

/** Carries hints between whoever appends and whoever waits. */
export interface Bus {
  publish(change: Change): void;
  /** Calls `listener` after each change, own ones included. Returns the unsubscribe function. */
  subscribe(listener: (change: Change) => void): () => void;
  close(): Promise<void>;
}
