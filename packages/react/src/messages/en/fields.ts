import { fieldWords, type FieldWords } from '@hitl/client/view';

/** What the fields of a question say. */
export type FieldMessages = FieldWords;

/** What the fields of a question say. In English. */
export const fields: FieldMessages = fieldWords;
