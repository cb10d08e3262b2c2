/** What the form of arguments says. */
export interface ArgsMessages {
  editAsForm: string;
  editAsJson: string;
  invalidJson: string;
  notAnObject: string;
  invalidNumber: string;
  changed: string;
  resetField: string;
  resetAll: string;
  addItem: string;
  remove: string;
  addArg(name: string): string;
  changes: string;
  change: string;
  leadsTo(hosts: string): string;
  diff: Readonly<Record<'added' | 'removed', string>>;
}

/** What the form of arguments says. In English. */
export const args: ArgsMessages = {
  editAsForm: 'Edit as a form',
  editAsJson: 'Edit as JSON',
  invalidJson: 'This is not valid JSON.',
  notAnObject: 'Arguments are a JSON object: { … }.',
  invalidNumber: 'Enter a number.',
  changed: 'changed',
  resetField: 'Reset',
  resetAll: 'Reset all',
  addItem: 'Add an item',
  remove: 'Remove',
  addArg: (name) => `Add ${name}`,
  changes: 'Changes',
  change: 'change',
  leadsTo: (hosts) => `Leads to ${hosts}`,
  diff: { added: 'added', removed: 'removed' },
};
