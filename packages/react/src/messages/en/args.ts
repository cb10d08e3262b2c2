import type { Rule } from '../../args/complaints.ts';
import { count, numbers } from './numbers.ts';

/** What the arguments of a call say, seen and edited. */
export interface ArgsMessages {
  editAsForm: string;
  editAsJson: string;
  invalidJson: string;
  notAnObject: string;
  invalidNumber: string;
  invalidInteger: string;
  /** What the schema of the tool holds against a value. */
  complaints: Readonly<Record<Rule, (limit: unknown) => string>>;
  changed: string;
  resetField: string;
  resetAll: string;
  addItem: string;
  remove: string;
  addArg(name: string): string;
  add: string;
  newName: string;
  noValue: string;
  setToNull: string;
  enterValue: string;
  changes: string;
  change: string;
  leadsTo(hosts: string): string;
  diff: Readonly<Record<'added' | 'removed', string>>;
  secret: string;
  secretHint: string;
  showSecret: string;
  hideSecret: string;
  replaceSecret: string;
  keepSecret: string;
  secretChanged: string;
  secretsKept(names: string): string;
  tableSize(rows: number, columns: number): string;
  rowNumber: string;
  items(count: number): string;
  members(count: number): string;
  preview: string;
}

function amount(limit: unknown): string {
  return typeof limit === 'number' ? numbers.format(limit) : String(limit);
}

function characters(limit: unknown): string {
  return count(Number(limit), 'character', 'characters');
}

function itemsOf(limit: unknown): string {
  return count(Number(limit), 'item', 'items');
}

/** What the arguments of a call say, seen and edited. In English. */
export const args: ArgsMessages = {
  editAsForm: 'Edit as a form',
  editAsJson: 'Edit as JSON',
  invalidJson: 'This is not valid JSON.',
  notAnObject: 'Arguments are a JSON object: { … }.',
  invalidNumber: 'Enter a number.',
  invalidInteger: 'Enter a whole number.',
  complaints: {
    needed: (name) => `${String(name)} is needed.`,
    unknown: (name) => `${String(name)} is not an argument of this tool.`,
    integer: () => 'Enter a whole number.',
    option: () => 'Choose one of the values that the tool takes.',
    minimum: (limit) => `Enter ${amount(limit)} or more.`,
    maximum: (limit) => `Enter ${amount(limit)} or less.`,
    exclusiveMinimum: (limit) => `Enter more than ${amount(limit)}.`,
    exclusiveMaximum: (limit) => `Enter less than ${amount(limit)}.`,
    multipleOf: (limit) => `Enter a multiple of ${amount(limit)}.`,
    minLength: (limit) => `Use at least ${characters(limit)}.`,
    maxLength: (limit) => `Use at most ${characters(limit)}.`,
    pattern: (limit) => `This does not fit the pattern ${String(limit)}`,
    minItems: (limit) => `Give at least ${itemsOf(limit)}.`,
    maxItems: (limit) => `Give at most ${itemsOf(limit)}.`,
    uniqueItems: () => 'No item may be there twice.',
  },
  changed: 'changed',
  resetField: 'Reset',
  resetAll: 'Reset all',
  addItem: 'Add an item',
  remove: 'Remove',
  addArg: (name) => `Add ${name}`,
  add: 'Add',
  newName: 'Name of a new entry',
  noValue: 'No value (null)',
  setToNull: 'Set to null',
  enterValue: 'Enter a value',
  changes: 'Changes',
  change: 'change',
  leadsTo: (hosts) => `Leads to ${hosts}`,
  diff: { added: 'added', removed: 'removed' },
  secret: 'Secret, not shown',
  secretHint: 'Only the tool gets this secret. It is not in this page, so it cannot be shown.',
  showSecret: 'Show',
  hideSecret: 'Hide',
  replaceSecret: 'Replace…',
  keepSecret: 'Keep it as it was',
  secretChanged: 'The secret was replaced.',
  secretsKept: (names) => `Secrets are not shown here and stay as they are: ${names}`,
  tableSize: (rows, columns) =>
    `${count(rows, 'row', 'rows')}, ${count(columns, 'column', 'columns')}`,
  rowNumber: 'Row',
  items: (n) => count(n, 'item', 'items'),
  members: (n) => count(n, 'entry', 'entries'),
  preview: 'Preview',
};
