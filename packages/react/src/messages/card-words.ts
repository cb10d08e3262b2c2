import { cardWords as card, type CardWords } from '@hitl/client/view';
import { common, type CommonMessages } from './en/common.ts';
import { details, type DetailMessages } from './en/details.ts';
import { useMessages } from './use-messages.ts';

/** The English texts of a card. */
export const cardWords: CardWords & CommonMessages & DetailMessages = {
  ...card,
  ...common,
  ...details,
};

/** The texts of a card, in the language of the page. */
export function useCardWords(): typeof cardWords {
  return useMessages(cardWords);
}
