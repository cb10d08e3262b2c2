import type { Connection } from '@hitl/client';
import type { AuditTrail } from '@hitl/protocol';
import { createContext, use } from 'react';
import type { AuditedCall, AuditItem } from './trail-items.ts';
import type { Verification } from './use-verification.ts';

/** A trail and its loading state. */
export interface AuditSource {
  /** Response of `GET /runs/{id}/audit`; `null` until loaded. */
  trail: AuditTrail | null;
  /** Error of the last read, if it failed. */
  error?: unknown;
  /** State of the event stream that triggers updates; absent: assumed to be fine. */
  connection?: Connection | undefined;
  /** Reads it again, if possible. */
  onRetry?: (() => void) | undefined;
}

export interface AuditContextValue extends AuditSource {
  readonly calls: readonly AuditedCall[];
  /** All entries, or those of the chosen call. */
  readonly shown: readonly AuditItem[];
  /** The chosen call; empty: all. */
  readonly toolCallId: string;
  readonly chooseCall: (toolCallId: string, event: Event) => void;
  /** Search text for calls; empty: all. */
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly verification: Verification;
}

export const AuditContext: React.Context<AuditContextValue | null> =
  createContext<AuditContextValue | null>(null);

export function useAuditTrail(part: string): AuditContextValue {
  const trail = use(AuditContext);
  if (trail === null) throw new Error(`Place AuditTrail.${part} inside <AuditTrail.Root>.`);
  return trail;
}

export const ItemContext: React.Context<AuditItem | null> = createContext<AuditItem | null>(null);

export function useAuditItem(part: string): AuditItem {
  const item = use(ItemContext);
  if (item === null) throw new Error(`Place AuditTrail.${part} inside <AuditTrail.Item item={…}>.`);
  return item;
}
