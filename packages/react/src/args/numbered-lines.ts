import type { DiffLine } from '@hitl/client/view';

/** A line with its line number, if the patch has one; for removed lines, in the old file. */
export interface NumberedLine extends DiffLine {
  readonly number?: number | undefined;
}

/** Unchanged lines far from any change. */
export interface FoldedLines {
  readonly folded: readonly NumberedLine[];
}

const CONTEXT = 3;

/** Fewer lines than this are not worth folding. */
const LEAST = 3;

/** Line numbers come from hunk headers; an edit of a piece of text has none. */
function numbered(lines: readonly DiffLine[]): NumberedLine[] {
  let at: { before: number; after: number } | undefined;
  return lines.map((line) => {
    const head = line.kind === 'hunk' ? /^@@ -(\d+)[^+]*\+(\d+)/.exec(line.text) : null;
    if (head !== null) at = { before: Number(head[1]), after: Number(head[2]) };
    if (at === undefined || line.kind === 'hunk' || line.kind === 'head') return line;
    const number = line.kind === 'removed' ? at.before : at.after;
    at = {
      before: at.before + (line.kind === 'added' ? 0 : 1),
      after: at.after + (line.kind === 'removed' ? 0 : 1),
    };
    return { ...line, number };
  });
}

/** The numbered lines of a diff, with lines far from any change folded. */
export function numberedLines(lines: readonly DiffLine[]): readonly (NumberedLine | FoldedLines)[] {
  const all = numbered(lines);
  const changes = all.flatMap(({ kind }, index) =>
    kind === 'added' || kind === 'removed' ? [index] : [],
  );
  const isFar = ({ kind }: NumberedLine, index: number): boolean =>
    kind === 'same' &&
    changes.length > 0 &&
    !changes.some((change) => Math.abs(change - index) <= CONTEXT);
  const out: (NumberedLine | FoldedLines)[] = [];
  let far: NumberedLine[] = [];
  const flush = (): void => {
    if (far.length < LEAST) out.push(...far);
    else out.push({ folded: far });
    far = [];
  };
  for (const [index, line] of all.entries()) {
    if (isFar(line, index)) far.push(line);
    else {
      flush();
      out.push(line);
    }
  }
  flush();
  return out;
}
