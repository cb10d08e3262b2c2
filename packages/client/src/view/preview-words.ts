/** Texts of arguments shown in full. */
export interface PreviewWords {
  change: string;
  leadsTo(hosts: string): string;
  diff: Readonly<Record<'added' | 'removed', string>>;
  secret: string;
  secretHint: string;
  /** Said of an edit whose place in the file is known. */
  linesAsAsked: string;
  /** Said of an edit whose text does not occur once; `count`: how often. */
  editFails(count: number): string;
}

/** The English texts of arguments shown in full. */
export const previewWords: PreviewWords = {
  change: 'change',
  leadsTo: (hosts) => `Leads to ${hosts}`,
  diff: { added: 'added', removed: 'removed' },
  secret: 'Secret, not shown',
  secretHint: 'Only the tool gets this secret. It is not in this page, so it cannot be shown.',
  linesAsAsked: 'Lines of the file as it was when this was asked.',
  editFails: (count) =>
    count === 0
      ? 'The file does not contain this text, so the edit would fail.'
      : `The file contains this text ${count} times, so the edit would fail.`,
};
