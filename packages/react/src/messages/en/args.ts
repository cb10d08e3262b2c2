import {
  argsFormWords,
  previewWords,
  type ArgsFormWords,
  type PreviewWords,
} from '@hitl/client/view';
import { count } from './numbers.ts';

/** Texts of arguments, shown and edited. */
export interface ArgsMessages extends ArgsFormWords, PreviewWords {
  editAsForm: string;
  editAsJson: string;
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
  /** Placeholder for unchanged lines; a press shows them. */
  unchangedLines(count: number): string;
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
  /** Types of JSON values. */
  jsonTypes: Readonly<Record<'string' | 'number' | 'boolean' | 'null', string>>;
  preview: string;
}

/** The English texts of arguments. */
export const args: ArgsMessages = {
  ...argsFormWords,
  ...previewWords,
  editAsForm: 'Edit as a form',
  editAsJson: 'Edit as JSON',
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
  unchangedLines: (lines) => count(lines, 'unchanged line', 'unchanged lines'),
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
  jsonTypes: { string: 'text', number: 'number', boolean: 'true or false', null: 'no value' },
  preview: 'Preview',
};
