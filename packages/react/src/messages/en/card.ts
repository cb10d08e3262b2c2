import { cardWords, type CardWords } from '@hitl/client/view';

/** What a call with its arguments, two answers and a failure says. */
export type CardMessages = CardWords;

/** What a call with its arguments, two answers and a failure says. In English. */
export const card: CardMessages = cardWords;
