import { partsOf } from '../path/protected.ts';
import { basename } from './inner.ts';

/** What may be a file in a script or another text. */
export function textsOf(text = ''): Iterable<string> {
  const pieces = text.split(/[\s"'`<>(){}[\];|&]+/);
  return new Set([text, ...pieces].flatMap(partsOf));
}

/** The files that may be made in a folder which is named as well: `cp path/name folder`, `curl -O url`. */
export function targetsOf(words: readonly string[], here: boolean): readonly string[] {
  // Of many words, only the last one is tried as the folder.
  const folders = words.slice(words.length > 12 ? -1 : 1).flatMap(partsOf);
  if (here) folders.push('.');
  return words.slice(1).flatMap((word) => folders.map((folder) => `${folder}/${basename(word)}`));
}

/** A quoted pattern may be one to the program. For git, its wildcards also stand for a dot. */
export function patternsOf(word: string, program = ''): readonly string[] {
  if (!/[*?[]/.test(word)) return [];
  const pathspec = word.replace(/^:(\(.*?\)|[!^/]+)/, '');
  // In prose and code, a star by itself is no pattern, and brackets are punctuation.
  const parts = /[\s"'`()]/.test(pathspec)
    ? pathspec.split(/[\s"'`<>(){}[\];|&=:@,]+/).filter((part) => /[^*?/]/.test(part))
    : [pathspec, ...pathspec.split(pathspec.includes('{') ? /[=:@]/ : /[=:@,]/)];
  const found = parts.filter((part) => /[*?[]/.test(part));
  if (!/git/i.test(program)) return found;
  return found.flatMap((part) => [
    part,
    part.replaceAll(/(^|\/)\*+(?=[^/*])/g, '$1'),
    part.replaceAll(/(^|\/)\*+(?=[^/.*]|$)/g, '$1.*'),
  ]);
}

/** The end of a word behind its last expansion, below a folder that is not known. */
export function literalEnd(word: string): readonly string[] {
  const found = /(?:\$\w+|[^\w./@%+,~-])\/*([\w.@%+,~-][\w./@%+,~-]*)["']?$/.exec(word);
  return found === null ? [] : found.slice(1);
}
