import { HitlError } from '@hitl/protocol/endpoints';

/** The location of a damage, and its description. */
export interface Damage {
  /** Path of the file. */
  readonly file: string;
  /** From 1; absent if the whole file is damaged. */
  readonly line?: number;
  /** The damage, as the end of a sentence about the location: `is not JSON`. */
  readonly what: string;
}

/**
 * A damaged journal; `code` is `journal_damaged`. The store changed nothing; the message says where
 * the damage is and what to do.
 */
export class JournalDamagedError extends HitlError {
  readonly file: string;
  readonly line: number | undefined;

  constructor({ file, line, what }: Damage, options?: ErrorOptions) {
    const place = line === undefined ? file : `${file}, line ${line}`;
    super(
      'journal_damaged',
      `The journal cannot be used: ${place} ${what}. Nothing was changed. ` +
        'Restore the original file, or move the folder of its run away to start a new run.',
      options,
    );
    this.name = 'JournalDamagedError';
    this.file = file;
    this.line = line;
  }
}
