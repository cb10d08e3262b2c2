import { ANY_CHARACTER, type Glob } from '../glob.ts';
import type { RuleEffect } from '../rule.ts';
import { foldCase, isAscii } from '../unicode.ts';
import { segmentsOf, type PathContext } from './subject.ts';

/** One step of a path pattern: a segment, or `**` for any number of segments. */
export type Step = string | Glob | typeof ANY_DEPTH;

/** The step for `**`. */
export const ANY_DEPTH: unique symbol = Symbol('any depth');

/** One alternative of a path pattern, from the root of the file system on. */
export interface PathPattern {
  readonly steps: readonly Step[];
  /**
   * Whether it ends in `/**`. An allow pattern then matches what is inside the folder, at least one segment
   * deeper; others match the folder, too.
   */
  readonly inside: boolean;
  /** The leading segments without wildcards, not normalized. */
  readonly literals: readonly string[];
}

/** Most alternatives that `{a,b}` may expand to. */
const MAX_ALTERNATIVES = 64;

/** Parses a path pattern, or returns the reason why it is invalid. */
export function compilePath(
  pattern: string,
  effect: RuleEffect,
  context: PathContext,
): PathPattern[] | string {
  const text = pattern.trim();
  const broad = effect !== 'allow';
  if (/^~[^/]/.test(text))
    return 'Another user’s home folder is not known; write an absolute path.';
  const alternatives = expandBraces(text);
  if (alternatives === undefined)
    return `The braces stand for more than ${MAX_ALTERNATIVES} paths.`;
  const patterns: PathPattern[] = [];
  for (const alternative of alternatives) {
    const anchored = anchor(alternative, broad, context);
    for (const { base, rest } of anchored) {
      const compiled = stepsOf(base, rest, broad, context);
      if (typeof compiled === 'string') return compiled;
      patterns.push(compiled);
    }
  }
  return patterns;
}

/** Normalizes a whole segment before a comparison, both of the pattern and of the path. */
export function foldName(broad: boolean, context: PathContext): (name: string) => string {
  const fold = foldPiece(broad, context);
  if (!broad || context.pathCase === 'sensitive') return fold;
  return (name) => fold(withoutWindowsSpelling(name));
}

/** Normalizes the pieces of a segment between wildcards before a comparison. */
function foldPiece(broad: boolean, context: PathContext): (piece: string) => string {
  if (broad) return context.pathCase === 'sensitive' ? composed : foldCase;
  if (context.pathCase !== 'insensitive') return composed;
  return (piece) => composed(piece).toLowerCase();
}

function composed(name: string): string {
  return isAscii(name) ? name : name.normalize('NFC');
}

/** Windows opens `a.`, `a ` and `a::$DATA` as `a`. */
function withoutWindowsSpelling(name: string): string {
  const stream = name.indexOf('::$');
  let end = stream < 0 ? name.length : stream;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return end === 0 ? name : name.slice(0, end);
}

interface Anchored {
  readonly base: readonly (string | typeof ANY_DEPTH)[];
  readonly rest: string;
}

function anchor(text: string, broad: boolean, context: PathContext): Anchored[] {
  if (text === '**') return [{ base: broad ? [] : segmentsOf(context.root), rest: '**' }];
  if (text.startsWith('/')) return [{ base: [], rest: text }];
  if (text === '~' || text.startsWith('~/')) {
    return [{ base: segmentsOf(context.home), rest: text.slice(1) }];
  }
  if (text.startsWith('**/')) return [{ base: [ANY_DEPTH], rest: text.slice(3) }];
  const atRoot = { base: segmentsOf(context.root), rest: text };
  if (!broad) return [atRoot];
  const home = text.replace(/^(?:\$HOME|\$\{HOME\})(?=\/|$)/, '');
  if (home !== text) return [atRoot, { base: segmentsOf(context.home), rest: home }];
  if (text.replace(/\/$/, '').includes('/')) return [atRoot];
  return [{ base: [ANY_DEPTH], rest: text }];
}

function stepsOf(
  base: Anchored['base'],
  rest: string,
  broad: boolean,
  context: PathContext,
): PathPattern | string {
  const names: Step[] = [...base];
  const fold = foldPiece(broad, context);
  for (const name of rest.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (!names.every((step) => typeof step === 'string')) {
        return 'A pattern may not go up with .. behind a wildcard.';
      }
      names.pop();
      continue;
    }
    const step = stepOf(name, fold);
    // Several `**` in a row are equivalent to one.
    if (step !== ANY_DEPTH || names.at(-1) !== ANY_DEPTH) names.push(step);
  }
  const deep = names.at(-1) === ANY_DEPTH;
  // Denying a folder also denies its contents, so `/**` adds nothing there.
  if (deep) names.pop();
  const literals = leadingNames(names);
  const foldWhole = foldName(broad, context);
  return {
    steps: names.map((step) => (typeof step === 'string' ? foldWhole(step) : step)),
    inside: deep || rest.endsWith('/'),
    literals,
  };
}

/** The steps before the first wildcard. */
export function leadingNames(steps: readonly Step[]): string[] {
  const wild = steps.findIndex((step) => typeof step !== 'string');
  return steps.slice(0, wild < 0 ? steps.length : wild).map(String);
}

/**
 * The paths that a glob of a shell stands for, from the root of the file system on. `undefined` where it has
 * more than wildcards, brackets and lists in braces.
 */
export function globSteps(
  glob: string,
  resolve: (path: string) => readonly string[],
  context: PathContext,
): Step[][] | undefined {
  const texts = /['"\\()$`!]|\.\.\}/.test(glob) ? undefined : expandBraces(glob);
  if (texts?.some((text) => /[{}]/.test(text)) !== false) return undefined;
  const fold = foldPiece(true, context);
  return texts.map((text) =>
    resolve(text.replaceAll(/\[[^\]/]+\]/g, '?')).map((name) => {
      const step = stepOf(name, fold);
      return typeof step === 'string' ? foldName(true, context)(step) : step;
    }),
  );
}

function stepOf(name: string, fold: (piece: string) => string): Step {
  if (name === '**') return ANY_DEPTH;
  if (!/[*?\\]/.test(name)) return name;
  const parts = [''];
  for (let at = 0; at < name.length; at += 1) {
    const character = name[at] ?? '';
    const last = parts.length - 1;
    if (character === '\\' && '*?{}\\'.includes(name[at + 1] ?? ' ')) {
      parts[last] += name[at + 1] ?? '';
      at += 1;
    } else if (character === '*') {
      if (parts.length === 1 || parts[last] !== '') parts.push('');
    } else parts[last] += character === '?' ? ANY_CHARACTER : character;
  }
  if (parts.length === 1 && !parts[0]?.includes(ANY_CHARACTER)) return parts[0] ?? '';
  return parts.map((part) => part.split(ANY_CHARACTER).map(fold).join(ANY_CHARACTER));
}

/** Expands `{a,b}`; braces without a comma are literal. `undefined` if there are too many alternatives. */
function expandBraces(text: string): string[] | undefined {
  if (!text.includes('{')) return [text];
  let texts = [''];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\' && at + 1 < text.length) {
      texts = texts.map((start) => start + character + (text[at + 1] ?? ''));
      at += 1;
      continue;
    }
    const group = character === '{' ? braceGroup(text, at) : undefined;
    if (group === undefined) {
      texts = texts.map((start) => start + character);
      continue;
    }
    const expanded: string[] = [];
    for (const start of texts) for (const choice of group.choices) expanded.push(start + choice);
    if (expanded.length > MAX_ALTERNATIVES) return undefined;
    texts = expanded;
    at = group.end;
  }
  return texts;
}

function braceGroup(
  text: string,
  open: number,
): { readonly choices: string[]; readonly end: number } | undefined {
  const choices = [''];
  for (let at = open + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\') {
      choices[choices.length - 1] += character + (text[at + 1] ?? '');
      at += 1;
    } else if (character === '{') return undefined;
    else if (character === '}') return choices.length < 2 ? undefined : { choices, end: at };
    else if (character === ',') choices.push('');
    else choices[choices.length - 1] += character;
  }
  return undefined;
}
