'use client';
import type { InboxFilter } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { useEffect, useRef } from 'react';
import { useLatest } from '../internal/use-latest.ts';
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

/**
 * Where a page shows the number of pending requests. Only the number is shown, never their content.
 */
export interface UsePendingAttentionOptions {
  /** Filter of requests. Default: all visible to the caller. */
  filter?: InboxFilter | undefined;
  /** Shows the number in the title of the page: `(2) My app`. */
  inTitle?: boolean | undefined;
  /** Shows the number on the icon of the page. */
  inFavicon?: boolean | undefined;
  /**
   * Shows a system notification for requests that open while the page is not visible: one per
   * request for all tabs of the browser. Needs permission: see `ask`.
   */
  notify?: boolean | undefined;
  /**
   * Called to show a request, from a notification or by `focusNext`. Its card gets the focus as
   * soon as it is on the page.
   */
  onRequestSelect?: ((request: InteractionRequest) => void) | undefined;
}

/**
 * Result of `usePendingAttention`: the number of pending requests, a way to the next one, and the
 * notification permission.
 */
export interface UsePendingAttentionResult extends UseNotificationPermissionResult {
  /** Number of pending requests. */
  readonly count: number;
  /** Goes to the card of the oldest request. */
  readonly focusNext: () => void;
}

/** Draws attention to pending requests, for custom badges. */
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
  const latest = useLatest({ interactions, messages, onPress });
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
  }, [on, latest]);
  useEffect(() => notifier.current?.update(interactions), [interactions]);
}
