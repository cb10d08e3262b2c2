import type { ReasonCode } from '../decision.ts';
import { OutOfWork } from '../work.ts';
import { hasHiddenText, plainReading, stripHidden } from '../unicode.ts';

/** Files that no rule and no approval can open: the server's own stores, configuration and tokens. */
export interface ProtectedPaths {
  /** Whether an absolute path, compared as text, is a protected file or inside a protected folder. */
  holds(path: string): boolean;
  /** Like `holds`, but also compares the file itself, which may be a hard link to a protected one. */
  leadsTo(path: string): boolean;
  /** Whether an absolute path, compared as text, is a folder that contains a protected file. */
  surrounds(path: string): boolean;
}

/**
 * Resolves symbolic links: the nearest existing ancestor resolved, followed by the rest of the path. `null`
 * if that is not possible (a loop, an error). Takes and returns absolute paths.
 */
export type Realpath = (path: string) => string | null;

/** Context in which paths are resolved. */
export interface PathContext {
  /** Absolute folder that relative paths start from. */
  readonly root: string;
  /** Absolute folder for `~`. */
  readonly home: string;
  /** Whether the file system is case-sensitive. */
  readonly pathCase: 'sensitive' | 'insensitive' | 'unknown';
  readonly realpath: Realpath | undefined;
  /** Files that nothing can open, whatever the rules say. */
  readonly protectedPaths?: ProtectedPaths | undefined;
}

/** A path as a list of segments from the root of the file system; empty is the root itself. */
export type Segments = readonly string[];

/** The files that a path may refer to. */
export interface PathSubject {
  /** All of them have to be allowed. */
  readonly allow: readonly Segments[];
  /** None of them may be denied. */
  readonly deny: readonly Segments[];
  /** Why the file is unknown, so that no pattern may allow it. */
  readonly problem: ReasonCode | undefined;
}

/** Longest path, in UTF-16 units. */
const MAX_PATH_LENGTH = 65_536;

/** Most segments in a path, including `.` and empty ones: each may be a link to resolve. */
const MAX_NAMES = 256;

/** Longest segment of a path; no file system allows longer ones. */
const MAX_NAME_LENGTH = 4096;

/** Determines which files a path may refer to. */
export function pathSubject(path: string, context: PathContext): PathSubject {
  if (path === '') return { allow: [], deny: [], problem: 'bad-argument' };
  if (path.length > MAX_PATH_LENGTH) return { allow: [], deny: [], problem: 'limit' };
  if (path.length > MAX_NAMES && path.split(/[/\\]/, MAX_NAMES + 1).length > MAX_NAMES) {
    const lexical = lexicalSegments(path, context);
    return { allow: [], deny: lexical.length > MAX_NAMES ? [] : [lexical], problem: 'limit' };
  }
  const simple = isPlain(path);
  let problem: ReasonCode | undefined;
  let text = path;
  if (!simple) {
    if (path.includes('\0')) problem = 'path-unresolved';
    else if (hasHiddenText(path)) problem = 'hidden-characters';
    if (/^file:/i.test(path)) {
      const decoded = fileUrl(path);
      if (decoded === undefined) problem ??= 'path-unresolved';
      else if (hasHiddenText(decoded) || decoded.includes('\0')) problem ??= 'hidden-characters';
      text = decoded ?? path;
    }
    if (text.startsWith('~') && text !== '~' && !text.startsWith('~/'))
      problem ??= 'path-unresolved';
  }
  const lexical = lexicalSegments(text, context);
  if (lexical.some((name) => name.length > MAX_NAME_LENGTH)) problem ??= 'limit';
  if (isOfProcess(lexical)) problem ??= 'path-unresolved';
  const allow: Segments[] = [lexical];
  if (simple) {
    if (context.realpath === undefined) return { allow, deny: allow, problem };
  } else {
    if (text.includes('\\')) allow.push(lexicalSegments(text.replaceAll('\\', '/'), context));
    const home = text.replace(/\$HOME\b|\$\{HOME\}/g, context.home);
    if (home !== text) allow.push(lexicalSegments(home, context));
  }
  const written = [...allow];
  if (context.realpath !== undefined) {
    for (const view of written) {
      const real = realSegments(view, context.realpath);
      if (real === undefined) problem ??= 'path-unresolved';
      else if (!sameSegments(real, view)) allow.push(real);
    }
    if (/(?:^|\/)\.\.(?:\/|$)/.test(text)) {
      const stepped = stepwise(text, context, context.realpath);
      if (stepped === undefined) problem ??= 'path-unresolved';
      else if (!allow.some((view) => sameSegments(view, stepped))) allow.push(stepped);
    }
  }
  if (simple) return { allow, deny: allow, problem };
  return { allow, deny: [...allow, ...denyViews(text, context)], problem };
}

/** Readings for which the file system is not asked, but which deny rules are checked against. */
function denyViews(text: string, context: PathContext): Segments[] {
  const readings = new Set<string>();
  const nul = text.indexOf('\0');
  if (nul >= 0) readings.add(text.slice(0, nul));
  readings.add(stripHidden(text));
  readings.add(plainReading(text));
  const views: Segments[] = [];
  for (const reading of readings) {
    if (reading === text) continue;
    const view = lexicalSegments(reading, context);
    views.push(view);
    const real = context.realpath === undefined ? undefined : realSegments(view, context.realpath);
    if (real !== undefined) views.push(real);
  }
  return views;
}

/** In `/proc/PID` and `/dev`: the folders and open files of a process, which is not the one that asks here. */
const OF_PROCESS =
  /^(?:proc\/(?:self|thread-self|\d+)\/(?:task\/\d+\/)?(?:root|cwd|fd|map_files)|dev\/fd\/\d+)\//i;

/** Whether a path leads through a process, so that its text does not say where it ends. */
function isOfProcess(path: Segments): boolean {
  const first = path[0] ?? '';
  return /^(?:proc|dev)$/i.test(first) && OF_PROCESS.test(`${path.join('/')}/`) && path.length > 3;
}

/** Characters that have the same meaning in every reading. */
function isPlain(path: string): boolean {
  return /^[\x20-\x7e]*$/.test(path) && !/[\\$~]|^file:/i.test(path);
}

/** The path of a `file:` URL on this machine. */
function fileUrl(text: string): string | undefined {
  try {
    const url = new URL(text);
    if (url.host !== '' && url.host !== 'localhost') return undefined;
    return decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
}

/** Splits a path at its slashes, dropping empty segments and `.`, and resolving `..` textually. */
export function segmentsOf(path: string, base: Segments = []): string[] {
  const segments = [...base];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') segments.pop();
    else segments.push(name);
  }
  return segments;
}

/** The segments of a path as it is written: no link is resolved. */
export function lexicalSegments(path: string, context: PathContext): string[] {
  if (path === '~' || path.startsWith('~/'))
    return segmentsOf(path.slice(1), segmentsOf(context.home));
  return segmentsOf(path, path.startsWith('/') ? [] : segmentsOf(context.root));
}

/** Where a path leads when links are followed; `undefined` if that is not known. */
export function realSegments(view: Segments, realpath: Realpath): string[] | undefined {
  try {
    const real = realpath(`/${view.join('/')}`);
    return real === null ? undefined : segmentsOf(real);
  } catch (error) {
    if (error instanceof OutOfWork) throw error;
    // If the hook throws, the target of the path is unknown, which is `null`.
    return undefined;
  }
}

/** Resolves as the operating system does: `..` after a link leads to the parent of the link's target. */
function stepwise(path: string, context: PathContext, realpath: Realpath): string[] | undefined {
  const home = path === '~' || path.startsWith('~/');
  let at: string[] | undefined = path.startsWith('/') ? [] : segmentsOf(context.root);
  if (home) at = segmentsOf(context.home);
  for (const name of (home ? path.slice(1) : path).split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      at = realSegments(at, realpath);
      if (at === undefined) return undefined;
      at.pop();
    } else at.push(name);
  }
  return realSegments(at, realpath);
}

/** Whether two paths are equal as text. */
export function sameSegments(left: Segments, right: Segments): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index]);
}
