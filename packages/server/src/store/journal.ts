/**
 * Sessions in plain files, one journal each: for one process per directory, and readable by any
 * program that reads lines of JSON.
 *
 * @module
 */
import { refuseOther, refuseUnknownOptions, type OptionNames } from '../base/options.ts';
import { createJournalStoreOn, type JournalStoreOptions } from './journal/create-journal-store.ts';
import { REAL_DISK } from './journal/journal-file.ts';
import type { SessionStore } from './store.ts';
import { invalidOption } from '../base/invalid-option.ts';

export { JournalDamagedError, type Damage } from './journal/damage.ts';
export type { JournalStoreOptions } from './journal/create-journal-store.ts';
export type { DroppedLines } from './journal/journal-log.ts';
export { createFileVault, type FileVaultOptions } from './journal/file-vault.ts';

const OPTIONS: OptionNames<JournalStoreOptions> = {
  folder: true,
  mode: true,
  sessionId: true,
  now: true,
  onDropped: true,
  onDamaged: true,
};

/**
 * Creates a store that keeps each session in its own file, `journal.jsonl`. A commit is one write
 * of whole lines and one fsync, for which the thread waits, as with SQLite. A journal is opened when
 * it is first used, and lookups are answered from its folded events. Claims are not durable: after opening, no run has an owner.
 *
 * Acknowledged commits survive the death of the process and a power cut. A commit left incomplete
 * by a crash is dropped; any other damage is an error, and nothing is overwritten.
 * @throws HitlError `invalid_option` immediately, for an unknown or missing option.
 * @throws JournalDamagedError (`journal_damaged`) from every method that needs a damaged journal.
 * @throws HitlError `journal_write_failed`, `commit_too_large`, `journal_exists`, `journal_read_only` from
 * methods that write.
 */
export function createJournalStore(options: JournalStoreOptions): SessionStore {
  refuseUnknownOptions('createJournalStore', options, OPTIONS);
  if (typeof options.folder !== 'string') {
    throw invalidOption('createJournalStore needs folder, such as "./journals".');
  }
  if (options.mode === undefined) {
    throw invalidOption('createJournalStore needs mode: "read" or "write".');
  }
  refuseOther('createJournalStore', 'mode', options.mode, ['read', 'write']);
  return createJournalStoreOn(REAL_DISK, options);
}
