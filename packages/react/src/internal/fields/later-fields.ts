import type { ReactNode } from 'react';
import { Title } from '../card/core-parts.tsx';
import { later } from '../later.tsx';
import type { Part } from '../part.tsx';

/** Fetches what fields are made of. */
export const question = (): Promise<typeof import('./question.tsx')> => import('./question.tsx');

/**
 * Holds what is entered and sends it as one answer. What does not fit is not sent: each field says
 * what is wrong, and the first such field is focused. Drafts survive unmounting, secrets do not.
 */
export const Form: Part<'form'> = later(async () => (await question()).Form);

/** Sends what was entered in the form around it. Disabled while an answer is on its way. */
export const Submit: Part<'button'> = later(async () => (await question()).Submit);

/** A whole question inside its root; one line once it is settled. Its title until it is loaded. */
export const QuestionBody: (props: object) => ReactNode = later(
  async () => (await question()).QuestionBody,
  () => Title({}),
);
