import { compilePath } from './pattern.ts';
import { pathSubject, segmentsOf, type PathContext, type Segments } from './subject.ts';

/** Folders that stand for the real ones, to see whether a pattern means what a path means. */
const SAMPLE: PathContext = {
  root: '/r/o/o/t',
  home: '/h/o/m/e',
  pathCase: 'sensitive',
  realpath: undefined,
};

/**
 * The pattern that covers the file of a path and nothing else, written the way the path is: below
 * the root with `./`, with `~/`, or absolute. `undefined` where no pattern may allow the path.
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

/** A path as a pattern without wildcards, whether or not that may allow it. */
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

/** A name in which nothing is a wildcard. */
export function escapeName(name: string): string {
  return name.replace(/[*?{}\\]/g, '\\$&');
}
