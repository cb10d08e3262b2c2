import { cardWords } from './card-words.ts';
import { panels, type PanelMessages } from './en/panels.ts';
import { record, type RecordMessages } from './en/record.ts';
import { useMessages } from './use-messages.ts';

/** The texts of receipts and audit trails. */
export type RecordWords = typeof cardWords & PanelMessages & RecordMessages;

/** The English texts of receipts and audit trails. */
const recordWords: RecordWords = {
  ...cardWords,
  ...panels,
  ...record,
};

/** The texts of receipts and audit trails, in the language of the page. */
export function useRecordWords(): RecordWords {
  return useMessages(recordWords);
}
