/**
 * Sessions in plain files, one journal each: for one process in a directory, and for anything that
 * can read lines of JSON.
 *
 * @module
 */
import { HitlError } from '@hitl/protocol/endpoints';
import { refuseOther, refuseUnknownOptions, type OptionNames } from '../base/options.ts';
import { createJournalStoreOn, type JournalStoreOptions } from './journal/create-journal-store.ts';
import { REAL_DISK } from './journal/journal-file.ts';
import type { SessionStore } from './store.ts';

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
 * Keeps each session in a file of its own, `journal.jsonl`: one commit is one write of whole lines
 * and one fsync. A journal is opened when it is first asked for; what can be looked up is folded
 * from it then. Claims are not durable: after opening, no one owns a run.
 *
 * What is acknowledged survives the death of the process and a power cut. What a crash leaves of a
 * commit is dropped; any other damage is an error, and nothing is overwritten.
 * @throws HitlError `invalid_option` at once, for an option that it does not know or lacks
 * @throws JournalDamagedError (`journal_damaged`) from every method that needs a damaged journal
 * @throws HitlError `journal_write_failed`, `journal_exists`, `journal_read_only` from those that write
 */
export function createJournalStore(options: JournalStoreOptions): SessionStore {
  refuseUnknownOptions('createJournalStore', options, OPTIONS);
  if (typeof options.folder !== 'string') {
    throw new HitlError('invalid_option', 'createJournalStore needs folder, such as "./journals".');
  }
  if (options.mode === undefined) {
    throw new HitlError('invalid_option', 'createJournalStore needs mode: "read" or "write".');
  }
  refuseOther('createJournalStore', 'mode', options.mode, ['read', 'write']);
  return createJournalStoreOn(REAL_DISK, options);
}
