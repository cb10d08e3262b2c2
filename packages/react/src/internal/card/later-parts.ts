import type { ReactNode } from 'react';
import { later, laterFrom } from '../later.tsx';
import type { Part } from '../part.tsx';
import type { MenuProps } from './card-menu.tsx';
import { PlainProblem } from './core-parts.tsx';

const details = laterFrom(() => import('./details.tsx'));

/** Who asks: the agents from the root to the asking one, and for a call its tool. */
export const Who: Part<'span'> = details((parts) => parts.Who);

/** The risk in a word, a picture and a colour. Renders nothing where the server names none. */
export const Risk: Part<'span'> = details((parts) => parts.Risk);

/**
 * The time that is left, as text; quiet until its last tenth (`data-urgent`). Renders nothing for
 * what never expires or has ended.
 */
export const Countdown: Part<'span'> = details((parts) => parts.Countdown);

/** How risky it is and how long there is, side by side. */
export const Facts: Part<'span'> = details((parts) => parts.Facts);

/** What the agent adds to its question. Renders nothing for calls: their arguments say it all. */
export const Description: Part<'p'> = details((parts) => parts.Description);

/** Why a person is asked. Renders nothing where the server gives no reason. */
export const Reason: Part<'p'> = details((parts) => parts.Reason);

/** What went wrong with the last answer, and the way on. Renders nothing while all is well. */
export const Problem: Part<'div'> = details((parts) => parts.Problem, PlainProblem);

/** Declines to answer a question. Renders nothing where that is not possible. */
export const Decline: Part<'button'> = details((parts) => parts.Decline);

/** A request that has ended, in one line: how, what about, by whom and when. */
export const Receipt: Part<'div'> = later(async () => (await import('./receipt.tsx')).Receipt);

/**
 * Asks the agent to ask once more, with a message of the person's, where nobody answered in time.
 * Renders nothing otherwise.
 */
export const AskAgain: Part<'div'> = later(async () => (await import('./ask-again.tsx')).AskAgain);

/**
 * What else can be done, out of the way: stop the clock, let it run on, stop the run. Shows only what
 * `allowed_actions` lists; renders nothing where that is nothing.
 */
export const Menu: (props: MenuProps) => ReactNode = later(
  async () => (await import('./card-menu.tsx')).Menu,
);
