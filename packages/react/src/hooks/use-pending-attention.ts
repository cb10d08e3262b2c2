'use client';
import type { InboxFilter } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { faviconMark } from '../internal/attention/favicon-mark.ts';
import { focusCard } from '../internal/attention/focus-card.ts';
import type { Mark } from '../internal/attention/mark.ts';
import type { Notifier } from '../internal/attention/notifier.ts';
import { createPageNotifier } from '../internal/attention/page-notifier.ts';
import { titleMark } from '../internal/attention/title-mark.ts';
import { attention } from '../messages/en/attention.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useInbox } from './use-inbox.ts';
import {
  useNotificationPermission,
  type UseNotificationPermissionResult,
} from './use-notification-permission.ts';

/** Where a page says that something waits. All say how much, and never what it is about. */
export interface UsePendingAttentionOptions {
  /** Whose requests; left out, all that the caller may see. */
  filter?: InboxFilter | undefined;
  /** Puts the number before the title of the page: `(2) My app`. */
  inTitle?: boolean | undefined;
  /** Draws the number over the icon of the page. */
  inFavicon?: boolean | undefined;
  /**
   * Shows a notification of the operating system for what is asked while nobody looks at the page: one
   * for each request, over all tabs of the browser. Only where the person gave leave: see `ask`.
   */
  notify?: boolean | undefined;
  /**
   * A person wants to see this request, from a notification or by `focusNext`. Show it: its card gets
   * the focus as soon as it is on the page.
   */
  onRequestSelect?: ((request: InteractionRequest) => void) | undefined;
}

/** How many wait, the way to the next one, and the permission to notify. */
export interface UsePendingAttentionResult extends UseNotificationPermissionResult {
  /** How many wait. */
  readonly count: number;
  /** Goes to the card of the oldest request. */
  readonly focusNext: () => void;
}

/** Gets the attention of somebody who looks elsewhere, for badges of one's own. */
export function usePendingAttention(
  options: UsePendingAttentionOptions = {},
): UsePendingAttentionResult {
  const { filter, inTitle = false, inFavicon = false, notify = false, onRequestSelect } = options;
  const { interactions, loaded } = useInbox(filter);
  const { permission, requestPermission } = useNotificationPermission();
  const count = interactions.length;
  useMark(titleMark, inTitle ? count : 0);
  useMark(faviconMark, inFavicon ? count : 0);

  function select(request: InteractionRequest): void {
    onRequestSelect?.(request);
    focusCard(document, request.id);
  }
  useNotifier(notify && loaded && permission === 'granted', interactions, select);
  return {
    count,
    permission,
    requestPermission,
    focusNext() {
      const [oldest] = interactions;
      if (oldest !== undefined) select(oldest);
    },
  };
}

function useMark(markOf: () => Mark, count: number): void {
  useEffect(() => (count === 0 ? undefined : markOf().claim(count)), [markOf, count]);
}

function useNotifier(
  on: boolean,
  interactions: readonly InteractionRequest[],
  onPress: (request: InteractionRequest) => void,
): void {
  const messages = useMessages(attention);
  const latest = useRef({ interactions, messages, onPress });
  useLayoutEffect(() => {
    latest.current = { interactions, messages, onPress };
  });
  const notifier = useRef<Notifier>(undefined);
  useEffect(() => {
    if (!on) return undefined;
    const created = createPageNotifier({
      text: (count) => latest.current.messages.waitingForYou(count),
      onPress: (request) => latest.current.onPress(request),
    });
    created.update(latest.current.interactions);
    notifier.current = created;
    return () => {
      created.stop();
      notifier.current = undefined;
    };
  }, [on]);
  useEffect(() => notifier.current?.update(interactions), [interactions]);
}
