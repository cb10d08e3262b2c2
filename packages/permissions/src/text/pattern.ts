import type { Glob } from '../glob.ts';

/** Text in which `*` matches any characters; `\*` and `\\` are the literal characters. */
export function compileTextGlob(text: string): Glob {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\' && (text[at + 1] === '*' || text[at + 1] === '\\')) {
      parts[parts.length - 1] += text[at + 1] ?? '';
      at += 1;
    } else if (character === '*') {
      if (parts.length === 1 || parts.at(-1) !== '') parts.push('');
    } else parts[parts.length - 1] += character;
  }
  return parts;
}

/** The glob that matches only `text`. */
export function escapeTextGlob(text: string): string {
  return text.replace(/[*\\]/g, '\\$&');
}
