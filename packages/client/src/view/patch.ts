/** One line of a diff. `hunk` and `head` say where the following lines belong. */
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'hunk' | 'head';
  readonly text: string;
}

const HUNK = /^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/;
const HEAD = /^(diff |index |--- |\+\+\+ |new file |deleted file |rename |similarity )/;

/** All lines of a unified diff; `undefined` for any other text. */
export function patchLines(text: string): readonly DiffLine[] | undefined {
  const lines = text.replace(/\n$/, '').split('\n');
  if (!lines.some((line) => HUNK.test(line))) return undefined;
  let inHunk = false;
  return lines.map((line): DiffLine => {
    if (HUNK.test(line)) {
      inHunk = true;
      return { kind: 'hunk', text: line };
    }
    // Inside a hunk `--- x` removes the line `-- x`; only the next file ends the hunk.
    if (line.startsWith('diff ')) inHunk = false;
    if (!inHunk) return { kind: HEAD.test(line) ? 'head' : 'same', text: line };
    if (line.startsWith('+')) return { kind: 'added', text: line.slice(1) };
    if (line.startsWith('-')) return { kind: 'removed', text: line.slice(1) };
    return { kind: 'same', text: line.startsWith(' ') ? line.slice(1) : line };
  });
}
