import { createDrafts, type Drafts, type HitlClient } from '@hitl/client';
import { createContext, use } from 'react';
import type { Messages } from '../messages/en/index.ts';
import type { Previews } from '../args/previews.ts';
import type { Renderers } from '../interaction/renderers.ts';

/** A level of a heading. */
export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

/** Settings of a provider. */
export interface Settings {
  readonly client: HitlClient | undefined;
  /** Who looks at the page, as the server knows them. */
  readonly userId: string | undefined;
  readonly locale: string | undefined;
  /** What replaces the English strings. */
  readonly messages: Partial<Messages> | undefined;
  readonly armingDelayMs: number;
  readonly drafts: Drafts;
  readonly renderers: Renderers;
  readonly previews: Previews;
  /** The element of a card's title: a heading of this level, else none. */
  readonly headingLevel: HeadingLevel | undefined;
  /** The server's time, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** What holds where there is no provider. */
export const defaultSettings: Settings = {
  client: undefined,
  userId: undefined,
  locale: undefined,
  messages: undefined,
  armingDelayMs: 500,
  drafts: createDrafts(),
  renderers: [],
  previews: {},
  headingLevel: undefined,
  now: Date.now,
};

export const SettingsContext: React.Context<Settings> = createContext(defaultSettings);

/** The settings of the nearest provider, else the defaults. */
export function useSettings(): Settings {
  return use(SettingsContext);
}
