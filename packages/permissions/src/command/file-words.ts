import { partsOf } from '../path/protected.ts';
import type { Program } from '../programs/program.ts';
import type { SimpleCommand } from './line.ts';

/** What may be a file in a script or another text. */
export function textsOf(text: string): Iterable<string> {
  if (text === '') return [];
  const pieces = text.split(/[\s"'`<>(){}[\];|&]+/);
  return new Set([text, ...pieces].flatMap(partsOf));
}

/** A quoted pattern may be one to the program, as for git; its wildcards also stand for a dot. */
export function patternsOf(word: string): readonly string[] {
  if (!/[*?[]/.test(word)) return [];
  const parts = [word, ...word.split(/[\s=:@,]/)].filter((part) => /[*?[]/.test(part));
  return parts.flatMap((part) => [
    part,
    part.replaceAll(/(^|\/)\*+(?=[^/*])/g, '$1'),
    part.replaceAll(/(^|\/)\*+(?=[^/.*]|$)/g, '$1.*'),
  ]);
}

/** The end of a word behind its last expansion, below a folder that is not known. */
export function literalEnd(word: string): readonly string[] {
  const [, end = ''] = /(?:\$\w+|[^\w./@%+,~-])([\w./@%+,~-]*)["']?$/.exec(word) ?? [];
  const name = end.replace(/^\/+/, '');
  return name === '' ? [] : [name];
}

/** Variables and options of shells by which patterns match other files: hidden ones, or in another case. */
const PATTERN_VARIABLE = /^(?:GLOBIGNORE|BASHOPTS|SHELLOPTS|options)$/;
const PATTERN_OPTION = /^[-+\w]*(?:braceccl|(?<!null|fail|ext|no)glob(?!star))\w*$|^-\w*4/i;

/** Whether a command changes what the patterns of later ones match. */
export function changesPatterns(
  { words, assignments }: SimpleCommand,
  { shadows, wraps }: Program,
  program: string,
): boolean {
  if (assignments.some(({ name }) => PATTERN_VARIABLE.test(name))) return true;
  const isZsh = /^(?:(?:un)?setopt|emulate)$/.test(program);
  if (!isZsh && shadows !== true && wraps?.form !== 'shell') return false;
  return words.some((word) => PATTERN_OPTION.test(word.replaceAll('_', '')));
}
