import { hasHandle } from './preview.ts';
import { visiblePieces } from './visible-text.ts';

/** A piece of code, and the class name for its color. */
export interface CodeToken {
  readonly text: string;
  readonly className?: string | undefined;
}

/**
 * Splits code into tokens, for syntax colors. `path`: the file that the code is from; `.sh` for a
 * command. `undefined`: the language is unknown.
 */
export type Highlight = (code: string, path: string) => readonly CodeToken[] | undefined;

/**
 * The tokens of code, if they are exactly the code and nothing else; `null`: show it without
 * colors. A highlighter does not get code with hidden characters or secrets.
 */
export function codeTokens(
  highlight: Highlight | undefined,
  code: string,
  path: string | undefined,
): readonly CodeToken[] | null {
  if (highlight === undefined || path === undefined || path === '') return null;
  if (hasHandle(code) || visiblePieces(code).some(({ kind }) => kind !== 'text')) return null;
  try {
    const tokens = highlight(code, path) ?? [];
    return tokens.map(({ text }) => text).join('') === code ? tokens : null;
  } catch {
    return null;
  }
}
