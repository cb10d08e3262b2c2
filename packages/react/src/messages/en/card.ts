import { count, numbers } from './numbers.ts';

/** What a call with its arguments, two answers and a failure says. */
export interface CardMessages {
  /** Asks whether a tool may run that `toolTitles` does not name. */
  authorizationTitle(tool: string): string;
  /** The same for tools that everybody knows, by name; `path`: the file it is about, where it is short. */
  toolTitles: Readonly<Record<string, (path: string | undefined) => string>>;
  noArgs: string;
  showAll(characters: number): string;
  allow: string;
  allowEdited: string;
  deny: string;
  yes: string;
  no: string;
  sending: string;
  blankLines(count: number): string;
  blankSpaces(count: number): string;
}

/** What a call with its arguments, two answers and a failure says. In English. */
export const card: CardMessages = {
  authorizationTitle: (tool) => `Allow ${tool}?`,
  toolTitles: {
    bash: () => 'Run this command?',
    file_read: (path = 'this file') => `Read ${path}?`,
    file_write: (path = 'this file') => `Write ${path}?`,
    file_edit: (path = 'this file') => `Edit ${path}?`,
  },
  noArgs: 'No arguments',
  showAll: (characters) => `Show all ${numbers.format(characters)} characters to allow`,
  allow: 'Allow',
  allowEdited: 'Allow edited',
  deny: 'Deny',
  yes: 'Yes',
  no: 'No',
  sending: 'Sending…',
  blankLines: (lines) => count(lines, 'blank line', 'blank lines'),
  blankSpaces: (spaces) => count(spaces, 'space', 'spaces'),
};
