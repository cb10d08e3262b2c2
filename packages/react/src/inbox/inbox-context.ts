import type { Connection } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { createContext, use } from 'react';
import { useStore, type Readable } from '../hooks/use-store.ts';

/** Pending requests and their loading state. */
export interface InboxSource {
  /** Oldest first. */
  interactions: readonly InteractionRequest[];
  /** Whether the list is loaded. Default `true`. */
  loaded?: boolean | undefined;
  /** State of the inbox stream; absent: assumed to be fine. */
  connection?: Connection | undefined;
  /** Called when a person selects this request. */
  onRequestSelect?: ((request: InteractionRequest) => void) | undefined;
  /** Reconnects immediately: if given, `Status` offers it while the server cannot be reached. */
  onReconnect?: (() => void) | undefined;
}

/** Context of the parts of an inbox. */
export type InboxState = Pick<InboxSource, 'interactions' | 'loaded' | 'connection'>;

/**
 * A store instead of its value: when a context changes, React visits everything below it, here
 * every row.
 */
export const InboxContext: React.Context<Readable<InboxState> | null> =
  createContext<Readable<InboxState> | null>(null);
/** A stable function, for the same reason. */
export const SelectContext: React.Context<InboxSource['onRequestSelect']> =
  createContext<InboxSource['onRequestSelect']>(undefined);
export const ReconnectContext: React.Context<InboxSource['onReconnect']> =
  createContext<InboxSource['onReconnect']>(undefined);
/** The agent already named by the group around a row. */
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
