import { cardWords } from './card-words.ts';
import { panels, type PanelMessages } from './en/panels.ts';
import { record, type RecordMessages } from './en/record.ts';
import { useMessages } from './use-messages.ts';

/** The English texts of receipts and audit trails. */
export const recordWords: typeof cardWords & PanelMessages & RecordMessages = {
  ...cardWords,
  ...panels,
  ...record,
};

/** The texts of receipts and audit trails, in the language of the page. */
export function useRecordWords(): typeof recordWords {
  return useMessages(recordWords);
}
