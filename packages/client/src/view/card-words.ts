import type { RuleTerm } from './rule-scope.ts';
import { count, numbers } from './numbers.ts';

/** Texts of an authorization card: title, arguments, buttons. */
export interface CardWords {
  /** Title for a tool without an entry in `toolTitles`. */
  authorizationTitle(tool: string): string;
  /** Titles of well-known tools, by name. `path`: the file, if its path is short. */
  toolTitles: Readonly<Record<string, (path: string | undefined) => string>>;
  noArgs: string;
  showAll(characters: number): string;
  /** Label of the button that allows, by the duration of the answer. */
  allow: Readonly<Record<RuleTerm, string>>;
  allowEdited: string;
  /** Label of the button that denies, by the duration of the answer. */
  deny: Readonly<Record<RuleTerm, string>>;
  yes: string;
  no: string;
  sending: string;
  blankLines(count: number): string;
  blankSpaces(count: number): string;
}

/** The English texts of an authorization card. */
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
