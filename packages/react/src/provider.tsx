'use client';
import { createDrafts, type Drafts, type HitlClient } from '@hitl/client';
import { use, type ReactElement, type ReactNode } from 'react';
import type { Highlight } from '@hitl/client/view';
import type { Previews } from './args/previews.ts';
import type { Renderers } from './interaction/renderers.ts';
import { usePageScheme } from './internal/page-scheme.ts';
import { SettingsContext, useSettings, type HeadingLevel } from './internal/settings.ts';
import { sharedStore } from './internal/stores.ts';
import type { Messages } from './messages/en/index.ts';

/** Settings of all cards and hooks below. Defaults come from a provider above. */
export interface HitlProviderProps {
  /**
   * The client for answers and requests. Default: that of a provider above; without any, cards need
   * an `onRespond`, and hooks that read from a server throw.
   */
  client?: HitlClient | undefined;
  /**
   * User id of the current user: their decisions are shown as theirs ("allowed by you"). It is sent
   * as `reviewer_id` with answers, which counts if the server does not authenticate callers.
   * Default: all users are shown alike. It does not sign anyone in.
   */
  userId?: string | undefined;
  /** BCP 47 tag for times, durations and lists. Default: the browser's. */
  locale?: string | undefined;
  /** Translations: a whole catalogue such as `zhCN`, or single strings. */
  messages?: Partial<Messages> | undefined;
  /** Custom cards, checked in order before the built-in ones. */
  renderers?: Renderers | undefined;
  /** Custom previews of arguments by tool name, shown before the list. */
  previews?: Previews | undefined;
  /**
   * Your highlighter, for syntax colors in commands, new files and the lines of diffs. Tokens that
   * are not exactly the code are ignored. Default: no colors.
   */
  highlight?: Highlight | undefined;
  /**
   * Makes the titles of cards headings of this level, so that they fit below the page's own. Default:
   * no headings; a card is a group that its title names.
   */
  headingLevel?: HeadingLevel | undefined;
  /**
   * Milliseconds after a card appeared during which presses are ignored, as they may have been
   * meant for something else. Default 500; 0 in tests.
   */
  armingDelayMs?: number | undefined;
  /**
   * Storage of unsent input. Default: with the client or, without one, with the page, so that it
   * outlives the provider; and in the tab's `sessionStorage`, so that it outlives a reload. Secrets
   * are never stored.
   */
  drafts?: Drafts | undefined;
  /** The server's time in milliseconds since the epoch. Default: the client's, else this machine's. */
  now?: (() => number) | undefined;
  children?: ReactNode;
}

/**
 * Provides a client, a language and renderers to everything below. Providers can be nested: inner
 * settings win.
 */
export function HitlProvider({ messages, children, ...own }: HitlProviderProps): ReactElement {
  const above = use(SettingsContext);
  usePageScheme();
  if (own.client !== undefined) expectClient(own.client);
  const client = own.client ?? above.client;
  const clock = own.client?.clock;
  return (
    <SettingsContext
      value={{
        client,
        userId: own.userId ?? above.userId,
        locale: own.locale ?? above.locale,
        messages: messages === undefined ? above.messages : { ...above.messages, ...messages },
        armingDelayMs: own.armingDelayMs ?? above.armingDelayMs,
        drafts: own.drafts ?? (own.client === undefined ? above.drafts : draftsOf(own.client)),
        renderers:
          own.renderers === undefined ? above.renderers : [...own.renderers, ...above.renderers],
        headingLevel: own.headingLevel ?? above.headingLevel,
        previews: { ...above.previews, ...own.previews },
        highlight: own.highlight ?? above.highlight,
        now: own.now ?? (clock === undefined ? above.now : () => clock.now()),
      }}
    >
      {children}
    </SettingsContext>
  );
}

/** Passing a `baseUrl` instead of a client is a common mistake. */
function expectClient(client: unknown): void {
  if (typeof client === 'object' && client !== null && 'respond' in client) return;
  const got = JSON.stringify(client) ?? typeof client;
  throw new TypeError(
    `HitlProvider expects as client the result of createHitlClient({ baseUrl: "/hitl" }), not ${got}.`,
  );
}

function draftsOf(client: HitlClient): Drafts {
  return sharedStore(client, 'drafts', () => createDrafts({ client }));
}

/**
 * The client of the nearest provider.
 * @throws Error if there is none.
 */
export function useHitlClient(): HitlClient {
  const { client } = useSettings();
  if (client === undefined) {
    throw new Error(
      'There is no client to read from. Place this inside <HitlProvider client={createHitlClient()}>.',
    );
  }
  return client;
}
