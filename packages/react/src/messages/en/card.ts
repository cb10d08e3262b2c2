import { cardWords, type CardWords } from '@hitl/client/view';

/** Texts of an authorization card: title, arguments, buttons. */
export type CardMessages = CardWords;

/** The English texts of an authorization card. */
export const card: CardMessages = cardWords;
