import { visibleString } from '@hitl/client/view';
import type { AuditItem, ArgsStep } from './trail-items.ts';
import type { RecordWords } from '../messages/record-words.ts';
import { metaOfEntry, subjectOfEntry, wordOfEntry } from './trail-words.ts';

/**
 * Entries as plain text, one line each with the time in milliseconds, followed by their details.
 */
export function trailText(items: readonly AuditItem[], words: RecordWords): string {
  return items.map((item) => entryText(item, words)).join('\n');
}

function entryText(item: AuditItem, words: RecordWords): string {
  const { entry, call, edited, ranOther } = item;
  const { actor, timestamp } = entry;
  const subject = [call?.toolName, subjectOfEntry(item)].filter(Boolean).join(' ');
  const what = [wordOfEntry(item, words), actor === undefined ? '' : words.by(actor)];
  const head = [what.filter(Boolean).join(' '), subject].filter(Boolean).join(': ');
  const below = [
    ...metaOfEntry(item, words).map(({ value }) => value),
    ...stepText(words.changedArgs, edited),
    ...stepText(words.ranWith, ranOther),
  ];
  return [`${timestamp}  ${line(head)}`, ...below.map((each) => `    ${line(each)}`)].join('\n');
}

function stepText(title: string, step: ArgsStep | undefined): string[] {
  if (step === undefined) return [];
  return [`${title}: ${JSON.stringify(step.before)} → ${JSON.stringify(step.after)}`];
}

/** One line, with hidden characters made visible. */
function line(text: string): string {
  return visibleString(text).replaceAll('\n', '⏎');
}
