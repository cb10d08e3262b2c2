'use client';
import { createDrafts, type Drafts, type HitlClient } from '@hitl/client';
import { use, type ReactElement, type ReactNode } from 'react';
import type { Previews } from './args/previews.ts';
import type { Renderers } from './interaction/renderers.ts';
import { usePageScheme } from './internal/page-scheme.ts';
import { SettingsContext, useSettings, type HeadingLevel } from './internal/settings.ts';
import { sharedStore } from './internal/stores.ts';
import type { Messages } from './messages/en/index.ts';

/** What cards and hooks below have in common. What is left out is as a provider above has it. */
export interface HitlProviderProps {
  /**
   * Where answers go and requests come from. Left out: the one of a provider above; without any, cards
   * need an `onRespond`, and hooks that read from a server throw.
   */
  client?: HitlClient | undefined;
  /**
   * Who looks at the page, by the id that the server knows them by: what they decided is then said to be
   * theirs ("allowed by you"). It is sent as `reviewer_id` with answers, which counts where the server
   * does not know who calls. Left out: everybody is named alike. It is no sign-in.
   */
  userId?: string | undefined;
  /** BCP 47 tag for times, durations and lists. Default: the browser's. */
  locale?: string | undefined;
  /** Strings that replace ours: a whole catalogue such as `zhCN`, or single ones. */
  messages?: Partial<Messages> | undefined;
  /** Cards of one's own, asked in order before ours. */
  renderers?: Renderers | undefined;
  /** How the arguments of single tools are shown, by the tool's name, before they are listed. */
  previews?: Previews | undefined;
  /**
   * Makes the titles of cards headings of this level, so that they fit below the page's own. Default:
   * no headings; a card is a group that its title names.
   */
  headingLevel?: HeadingLevel | undefined;
  /**
   * For how long after a card appeared presses are taken for ones that were meant for something else,
   * in milliseconds. Default 500; 0 in tests.
   */
  armingDelayMs?: number | undefined;
  /**
   * Where what was typed and not sent is kept. Default: with the client or, without one, with the page,
   * so that it outlives the provider; and in the tab's `sessionStorage`, so that it outlives a reload.
   * Secrets are kept nowhere.
   */
  drafts?: Drafts | undefined;
  /** The server's time in milliseconds since the epoch. Default: the client's, else this machine's. */
  now?: (() => number) | undefined;
  children?: ReactNode;
}

/** Gives everything below it a client, a language and renderers. Providers nest: what is set wins. */
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
        now: own.now ?? (clock === undefined ? above.now : () => clock.now()),
      }}
    >
      {children}
    </SettingsContext>
  );
}

/** A `baseUrl` in place of a client is the slip that is made first. */
function expectClient(client: unknown): void {
  if (typeof client === 'object' && client !== null && 'respond' in client) return;
  const got = JSON.stringify(client) ?? typeof client;
  throw new TypeError(
    `HitlProvider takes as client what createHitlClient({ baseUrl: "/hitl" }) returns, not ${got}.`,
  );
}

function draftsOf(client: HitlClient): Drafts {
  return sharedStore(client, 'drafts', () => createDrafts({ client }));
}

/**
 * The client of the nearest provider.
 * @throws Error where there is none.
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
