import { diffLines } from 'diff';
import type { EditPlace } from './edit-place.ts';
import type { DiffLine } from './patch.ts';

/** A line of a diff as it is shown. */
export interface NumberedLine extends DiffLine {
  /** Its number, if known: in the old file for a removed line, else in the new one. */
  readonly number?: number;
  /** Unchanged, and more than three lines away from what is changed: it may be folded. */
  readonly far?: true;
}

/** Unchanged lines far from any change. */
export interface FoldedLines {
  readonly folded: readonly NumberedLine[];
}

const CONTEXT = 3;

/** The time to find the shortest list of changes grows with the square of its length: about 0.1 seconds. */
const MAX_EDITS = 800;

/** Fewer lines than this are not worth folding. */
const LEAST = 3;

/**
 * Numbers lines by their hunk headers; without one, from `first` on, if that is known. `foldable`:
 * whether unchanged lines are surely unchanged; a patch by an agent only says so.
 */
export function numberedLines(
  lines: readonly DiffLine[],
  first?: number,
  foldable = false,
): NumberedLine[] {
  const near = new Set<number>();
  for (const [change, { kind }] of lines.entries()) {
    if (kind !== 'added' && kind !== 'removed') continue;
    for (let index = change - CONTEXT; index <= change + CONTEXT; index += 1) near.add(index);
  }
  let at = first === undefined ? undefined : { before: first, after: first };
  return lines.map((line, index) => {
    const head = line.kind === 'hunk' ? /^@@ -(\d+)[^+]*\+(\d+)/.exec(line.text) : null;
    if (head !== null) at = { before: Number(head[1]), after: Number(head[2]) };
    if (line.kind === 'hunk' || line.kind === 'head') return line;
    const isFar = foldable && line.kind === 'same' && near.size > 0 && !near.has(index);
    const place = at && { number: line.kind === 'removed' ? at.before : at.after };
    at = at && {
      before: at.before + (line.kind === 'added' ? 0 : 1),
      after: at.after + (line.kind === 'removed' ? 0 : 1),
    };
    return { ...line, ...place, ...(isFar && { far: true }) };
  });
}

/**
 * The lines of two texts: which go, which come, which stay. With the place of an edit in its file
 * they are whole lines of the file with their numbers, and up to three more above and below.
 * `foldable`: `false` if it is not known whether `before` is the present text.
 */
export function changedLines(
  before: string,
  after: string,
  place?: EditPlace,
  foldable = true,
): NumberedLine[] {
  const { line, context } = place ?? {};
  const { start = '', end = '', before: above = [], after: below = [] } = context ?? {};
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  const changed = changesBetween(start + before + end, start + after + end).flatMap(
    ({ added = false, removed = false, value }) =>
      value
        .replace(/\n$/, '')
        .split('\n')
        .map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  );
  return numberedLines(
    [...above.map(same), ...changed, ...below.map(same)],
    line === undefined ? undefined : line - above.length,
    foldable,
  );
}

interface Change {
  readonly value: string;
  readonly added?: boolean;
  readonly removed?: boolean;
}

/** The shortest list of changes; if it is long, all that goes and then all that comes. */
function changesBetween(before: string, after: string): readonly Change[] {
  const shortest = diffLines(before, after, { maxEditLength: MAX_EDITS });
  if (shortest !== undefined) return shortest;
  const [old, fresh] = [linesIn(before), linesIn(after)];
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const changes = [
    { value: old.slice(0, head).join('') },
    { value: old.slice(head, old.length - tail).join(''), removed: true },
    { value: fresh.slice(head, fresh.length - tail).join(''), added: true },
    { value: old.slice(old.length - tail).join('') },
  ];
  return changes.filter(({ value }) => value !== '');
}

/** The lines of a text, each with its line break. */
function linesIn(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The same lines, with those that may be folded together. */
export function foldedLines(
  lines: readonly NumberedLine[],
): readonly (NumberedLine | FoldedLines)[] {
  const out: (NumberedLine | FoldedLines)[] = [];
  let far: NumberedLine[] = [];
  for (const line of [...lines, undefined]) {
    if (line?.far === true) far.push(line);
    else {
      if (far.length < LEAST) out.push(...far);
      else out.push({ folded: far });
      far = [];
      if (line !== undefined) out.push(line);
    }
  }
  return out;
}
