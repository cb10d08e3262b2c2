import { fieldWords, type FieldWords } from '@hitl/client/view';

/** Texts of the fields of a question. */
export type FieldMessages = FieldWords;

/** The English texts of the fields of a question. */
export const fields: FieldMessages = fieldWords;
