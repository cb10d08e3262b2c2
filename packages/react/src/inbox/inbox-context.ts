'use client';
import type { Connection } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { createContext, use } from 'react';
import { useStore, type Readable } from '../hooks/use-store.ts';

/** What waits, and how well it is known. */
export interface InboxSource {
  /** Oldest first. */
  interactions: readonly InteractionRequest[];
  /** Whether the server has said once what waits. Default `true`. */
  loaded?: boolean | undefined;
  /** How the stream of what waits is doing; left out, it is taken to be fine. */
  connection?: Connection | undefined;
  /** A person wants to see this request. */
  onRequestSelect?: ((request: InteractionRequest) => void) | undefined;
  /** Connects again at once: where it is given, `Status` offers it while the server is not reached. */
  onReconnect?: (() => void) | undefined;
}

/** What the parts of an inbox show. */
export type InboxState = Pick<InboxSource, 'interactions' | 'loaded' | 'connection'>;

/**
 * A store and not what it holds: when a context changes, React looks through all that is below it, and
 * here that is every row.
 */
export const InboxContext: React.Context<Readable<InboxState> | null> =
  createContext<Readable<InboxState> | null>(null);
/** Always the same function, likewise. */
export const SelectContext: React.Context<InboxSource['onRequestSelect']> =
  createContext<InboxSource['onRequestSelect']>(undefined);
export const ReconnectContext: React.Context<InboxSource['onReconnect']> =
  createContext<InboxSource['onReconnect']>(undefined);
/** What the group around a row says of it already: its agent. */
export const GroupContext: React.Context<string | undefined> = createContext<string | undefined>(
  undefined,
);
export const ItemContext: React.Context<InteractionRequest | null> =
  createContext<InteractionRequest | null>(null);

export function useInboxContext(part: string): InboxState {
  const inbox = use(InboxContext);
  if (inbox === null) throw new Error(`Place Inbox.${part} inside <Inbox.Root>.`);
  return useStore(inbox);
}

export function useItem(part: string): InteractionRequest {
  const request = use(ItemContext);
  if (request === null) throw new Error(`Place Inbox.${part} inside <Inbox.Item request={…}>.`);
  return request;
}
