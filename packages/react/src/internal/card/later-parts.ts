import type { ReactNode } from 'react';
import { later } from '../later.tsx';
import type { Part } from '../part.tsx';
import type { MenuProps } from './card-menu.tsx';
import { PlainProblem } from './core-parts.tsx';

const details = (): Promise<typeof import('./details.tsx')> => import('./details.tsx');

/** Who asks: the agents from the root to the asking one, and for a call its tool. */
export const Who: Part<'span'> = later(async () => (await details()).Who);

/** The risk in a word, a picture and a colour. Renders nothing where the server names none. */
export const Risk: Part<'span'> = later(async () => (await details()).Risk);

/**
 * The time that is left, as text; quiet until its last tenth (`data-urgent`). Renders nothing for
 * what never expires or has ended.
 */
export const Countdown: Part<'span'> = later(async () => (await details()).Countdown);

/** How risky it is and how long there is, side by side. */
export const Facts: Part<'span'> = later(async () => (await details()).Facts);

/** What the agent adds to its question. Renders nothing for calls: their arguments say it all. */
export const Description: Part<'p'> = later(async () => (await details()).Description);

/** Why a person is asked. Renders nothing where the server gives no reason. */
export const Reason: Part<'p'> = later(async () => (await details()).Reason);

/** What went wrong with the last answer, and the way on. Renders nothing while all is well. */
export const Problem: Part<'div'> = later(async () => (await details()).Problem, PlainProblem);

/** Declines to answer a question. Renders nothing where that is not possible. */
export const Decline: Part<'button'> = later(async () => (await details()).Decline);

/** A request that has ended, in one line: how, what about, by whom and when. */
export const Receipt: Part<'div'> = later(async () => (await import('./receipt.tsx')).Receipt);

/**
 * What else can be done, out of the way: stop the clock, let it run on, stop the run. Shows only what
 * `allowed_actions` lists; renders nothing where that is nothing.
 */
export const Menu: (props: MenuProps) => ReactNode = later(
  async () => (await import('./card-menu.tsx')).Menu,
);
