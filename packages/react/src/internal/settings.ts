import { createDrafts, type Drafts, type HitlClient } from '@hitl/client';
import { createContext, use } from 'react';
import type { Messages } from '../messages/en/index.ts';
import type { Highlight } from '@hitl/client/view';
import type { Previews } from '../args/previews.ts';
import type { Renderers } from '../interaction/renderers.ts';

/** Level of a heading. */
export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

/** Settings of a provider. */
export interface Settings {
  readonly client: HitlClient | undefined;
  /** Id of the current user, as known to the server. */
  readonly userId: string | undefined;
  readonly locale: string | undefined;
  /** Texts that replace the English ones. */
  readonly messages: Partial<Messages> | undefined;
  readonly armingDelayMs: number;
  readonly drafts: Drafts;
  readonly renderers: Renderers;
  readonly previews: Previews;
  readonly highlight: Highlight | undefined;
  /** Heading level of card titles; `undefined`: no heading. */
  readonly headingLevel: HeadingLevel | undefined;
  /** The server's time, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** The settings without a provider. */
export const defaultSettings: Settings = {
  client: undefined,
  userId: undefined,
  locale: undefined,
  messages: undefined,
  armingDelayMs: 500,
  drafts: createDrafts(),
  renderers: [],
  previews: {},
  highlight: undefined,
  headingLevel: undefined,
  now: Date.now,
};

export const SettingsContext: React.Context<Settings> = createContext(defaultSettings);

/** The settings of the nearest provider, else the defaults. */
export function useSettings(): Settings {
  return use(SettingsContext);
}
