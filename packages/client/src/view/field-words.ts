import { count, numbers } from './numbers.ts';

/** Texts of the fields of a question. */
export interface FieldWords {
  send: string;
  /** Label of the only field of a card, whose title is the question. */
  answer: string;
  optional: string;
  looksSecret: string;
  other: string;
  otherText: string;
  chooseHint(least: number, most: number | undefined): string;
  lengthOf(length: number, most: number): string;
  needed: string;
  tooShort(least: number): string;
  tooLong(most: number): string;
  notANumber: string;
  /** For a required choice without a selection. */
  chooseOne: string;
  chooseAtLeast(least: number): string;
  chooseAtMost(most: number): string;
}

/** The English texts of the fields. */
export const fieldWords: FieldWords = {
  send: 'Send',
  answer: 'Your answer',
  optional: '(optional)',
  looksSecret:
    'This looks like a secret, but is not marked as one: the agent and the log will see it.',
  other: 'Other',
  otherText: 'Other, in your own words',
  chooseHint: (least, most) => {
    if (most === undefined) return least > 0 ? `Choose at least ${least}` : 'Choose any number';
    if (least === most) return `Choose ${most}`;
    return least > 0 ? `Choose ${least} to ${most}` : `Choose up to ${most}`;
  },
  lengthOf: (length, most) => `${numbers.format(length)} of ${numbers.format(most)}`,
  needed: 'Required.',
  tooShort: (least) => `Use at least ${count(least, 'character', 'characters')}.`,
  tooLong: (most) => `Use at most ${count(most, 'character', 'characters')}.`,
  notANumber: 'Enter a number.',
  chooseOne: 'Choose one.',
  chooseAtLeast: (least) => `Choose at least ${least}.`,
  chooseAtMost: (most) => `Choose at most ${most}.`,
};
