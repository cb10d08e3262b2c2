import type { RuleTerm } from './rule-scope.ts';
import { count, numbers } from './numbers.ts';

/** What a call with its arguments, two answers and a failure says. */
export interface CardWords {
  /** Asks whether a tool may run that `toolTitles` does not name. */
  authorizationTitle(tool: string): string;
  /** The same for tools that everybody knows, by name; `path`: the file it is about, where it is short. */
  toolTitles: Readonly<Record<string, (path: string | undefined) => string>>;
  noArgs: string;
  showAll(characters: number): string;
  /** What the button says that allows, by how long the answer holds. */
  allow: Readonly<Record<RuleTerm, string>>;
  allowEdited: string;
  /** The same of the button that denies. */
  deny: Readonly<Record<RuleTerm, string>>;
  yes: string;
  no: string;
  sending: string;
  blankLines(count: number): string;
  blankSpaces(count: number): string;
}

/** What a call with its arguments, two answers and a failure says. In English. */
export const cardWords: CardWords = {
  authorizationTitle: (tool) => `Allow ${tool}?`,
  toolTitles: {
    bash: () => 'Run this command?',
    file_read: (path = 'this file') => `Read ${path}?`,
    file_write: (path = 'this file') => `Write ${path}?`,
    file_edit: (path = 'this file') => `Edit ${path}?`,
  },
  noArgs: 'No arguments',
  showAll: (characters) => `Show all ${numbers.format(characters)} characters to allow`,
  allow: {
    once: 'Allow once',
    session: 'Allow for this session',
    hour: 'Allow for an hour',
    today: 'Allow today',
    month: 'Allow for 30 days',
    always: 'Always allow',
  },
  allowEdited: 'Allow edited',
  deny: {
    once: 'Deny',
    session: 'Deny for this session',
    hour: 'Deny for an hour',
    today: 'Deny today',
    month: 'Deny for 30 days',
    always: 'Always deny',
  },
  yes: 'Yes',
  no: 'No',
  sending: 'Sending…',
  blankLines: (lines) => count(lines, 'blank line', 'blank lines'),
  blankSpaces: (spaces) => count(spaces, 'space', 'spaces'),
};
