import { HitlError } from '@hitl/protocol/endpoints';

/** Where a journal is damaged, and how. */
export interface Damage {
  /** Path of the file. */
  readonly file: string;
  /** From 1; absent where the file as a whole is to blame. */
  readonly line?: number;
  /** Follows the place: `is not JSON`. */
  readonly what: string;
}

/**
 * A journal that is not as it was written; `code` is `journal_damaged`. Nothing was changed: the
 * message names the place and what to do.
 */
export class JournalDamagedError extends HitlError {
  readonly file: string;
  readonly line: number | undefined;

  constructor({ file, line, what }: Damage, options?: ErrorOptions) {
    const place = line === undefined ? file : `${file}, line ${line}`;
    super(
      'journal_damaged',
      `The journal cannot be used: ${place} ${what}. Nothing was changed. ` +
        'Put back the file as it was written, or move the folder of its run away to begin a new run.',
      options,
    );
    this.name = 'JournalDamagedError';
    this.file = file;
    this.line = line;
  }
}
