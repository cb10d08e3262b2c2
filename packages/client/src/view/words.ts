import { count, numbers } from './numbers.ts';
import type { ValidationRule } from './validation-issues.ts';

/** Texts of the form of arguments. */
export interface ArgsFormWords {
  readonly invalidJson: string;
  /** If all arguments are edited as one JSON text. */
  readonly notAnObject: string;
  readonly invalidNumber: string;
  readonly invalidInteger: string;
  /** For a number that JSON would change. */
  readonly inexactNumber: (number: string) => string;
  /** For a key that an object has twice. */
  readonly repeatedKey: (key: string) => string;
  /** By the rule of the schema that the value violates. */
  readonly validationIssues: Readonly<Record<ValidationRule, (limit: unknown) => string>>;
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

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The English texts of the form of arguments. */
export const argsFormWords: ArgsFormWords = {
  invalidJson: 'This is not valid JSON.',
  notAnObject: 'Enter a JSON object: { … }.',
  invalidNumber: 'Enter a number.',
  invalidInteger: 'Enter a whole number.',
  inexactNumber: (number) =>
    `${shortened(number)} would become another number. Use fewer digits or enter it as text.`,
  repeatedKey: (key) => `${key} appears twice. Keep one.`,
  validationIssues: {
    needed: (name) => `${String(name)} is needed.`,
    unknown: (name) => `${String(name)} is not an argument of this tool.`,
    integer: () => 'Enter a whole number.',
    option: () => 'Choose one of the values the tool accepts.',
    minimum: (limit) => `Enter ${amount(limit)} or more.`,
    maximum: (limit) => `Enter ${amount(limit)} or less.`,
    exclusiveMinimum: (limit) => `Enter more than ${amount(limit)}.`,
    exclusiveMaximum: (limit) => `Enter less than ${amount(limit)}.`,
    multipleOf: (limit) => `Enter a multiple of ${amount(limit)}.`,
    minLength: (limit) => `Use at least ${characters(limit)}.`,
    maxLength: (limit) => `Use at most ${characters(limit)}.`,
    pattern: (limit) => `This does not match the pattern ${String(limit)}`,
    minItems: (limit) => `Give at least ${itemsOf(limit)}.`,
    maxItems: (limit) => `Give at most ${itemsOf(limit)}.`,
    uniqueItems: () => 'Items must be unique.',
  },
};
