/** Texts of arguments shown in full. */
export interface PreviewWords {
  change: string;
  leadsTo(hosts: string): string;
  diff: Readonly<Record<'added' | 'removed', string>>;
  secret: string;
  secretHint: string;
}

/** The English texts of arguments shown in full. */
export const previewWords: PreviewWords = {
  change: 'change',
  leadsTo: (hosts) => `Leads to ${hosts}`,
  diff: { added: 'added', removed: 'removed' },
  secret: 'Secret, not shown',
  secretHint: 'Only the tool gets this secret. It is not in this page, so it cannot be shown.',
};
