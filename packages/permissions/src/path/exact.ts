import { compilePath } from './pattern.ts';
import { pathSubject, segmentsOf, type PathContext, type Segments } from './subject.ts';

/** Placeholder folders for the real ones, used to check that a pattern matches what its path names. */
const SAMPLE: PathContext = {
  root: '/r/o/o/t',
  home: '/h/o/m/e',
  pathCase: 'sensitive',
  realpath: undefined,
};

/**
 * The pattern that matches the file of a path only, in the style of the path: below the root with `./`, with
 * `~/`, or absolute. `undefined` if no pattern may allow the path.
 */
export function exactPathPattern(path: string): string | undefined {
  const pattern = writtenPattern(path);
  const subject = pathSubject(path, SAMPLE);
  if (subject.problem !== undefined || subject.allow.length !== 1) return undefined;
  const compiled = compilePath(pattern, 'allow', SAMPLE);
  if (typeof compiled === 'string' || compiled.length !== 1) return undefined;
  const [only] = compiled;
  const wanted = subject.allow[0] ?? [];
  const same =
    only !== undefined &&
    !only.inside &&
    only.steps.length === wanted.length &&
    only.steps.every((step, index) => step === wanted[index]?.normalize('NFC'));
  return same ? pattern : undefined;
}

/** The pattern of an absolute path. */
export function absolutePattern(path: Segments): string {
  return `/${path.map(escapeName).join('/')}`;
}

/** A path as a pattern without wildcards, whether or not it may be allowed. */
export function writtenPattern(path: string): string {
  if (/^file:\/\//i.test(path)) {
    const decoded = pathSubject(path, SAMPLE).allow[0];
    if (decoded !== undefined) return absolutePattern(decoded);
  }
  if (path.startsWith('/')) return absolutePattern(segmentsOf(path));
  if (path === '~') return '~';
  if (path.startsWith('~/')) return `~/${segmentsOf(path.slice(2)).map(escapeName).join('/')}`;
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop();
    else names.push(name);
  }
  if (names.length === 0) return '.';
  const written = names.map(escapeName).join('/');
  return names[0] === '..' ? written : `./${written}`;
}

/** A path segment with its wildcards escaped. */
export function escapeName(name: string): string {
  return name.replace(/[*?{}\\]/g, '\\$&');
}
