import { misleadingHosts, visiblePieces, type TextPiece } from '@hitl/client/view';
import { describeArgs } from '../questions/question-text.ts';

/** The start of every line of a frame. No other output starts with it. */
const BAR = '  │ ';

/**
 * Untrusted text as lines that start with a bar and fit the terminal: nothing in it can pass for a
 * prompt or for output of this program, and no run of whitespace pushes the rest off the screen.
 */
export function frame(text: string, columns: number): string[] {
  const shown = visiblePieces(text).map(pieceText).join('').replaceAll('\t', '    ');
  const width = Math.max(columns - BAR.length, 20);
  return shown
    .split('\n')
    .flatMap((line) => wrap(line, width))
    .map((line) => `${BAR}${line}`);
}

function pieceText(piece: TextPiece): string {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'escape':
      return piece.text.replace(/[\da-f]+/, (hex) => hex.toUpperCase());
    case 'lines':
      return `\n⟨${piece.count} blank lines⟩\n`;
    case 'spaces':
      return `⟨${piece.count} blanks⟩`;
  }
}

/** One warning per misleading address in a text. */
export function hostWarnings(text: string): string[] {
  return misleadingHosts(text).map((host) => `Warning: an address in it leads to ${host}`);
}

/** Wraps a line before the terminal does: the terminal would continue it at the left edge. */
function wrap(line: string, width: number): string[] {
  const rows: string[] = [];
  let row = '';
  let used = 0;
  for (const character of line) {
    // Wide characters take two cells; treating all non-ASCII as wide never overflows.
    const cells = (character.codePointAt(0) ?? 0) < 0x80 ? 1 : 2;
    if (used + cells > width) {
      rows.push(row);
      row = '';
      used = 0;
    }
    row += character;
    used += cells;
  }
  rows.push(row);
  return rows;
}

/** Arguments of a call in a frame, one or more lines each. */
export function frameArgs(args: Readonly<Record<string, unknown>>, columns: number): string[] {
  return frame(describeArgs(args).replaceAll(/^ {2}/gm, ''), columns);
}

/** The first and last lines of a frame, at most `room`, with the number of omitted lines between them. */
export function shortFrame(lines: readonly string[], room: number): readonly string[] {
  if (lines.length <= room) return lines;
  const end = Math.floor(room / 3);
  const left = lines.length - room + 1;
  return [...lines.slice(0, room - end - 1), `  … ${left} lines not shown`, ...lines.slice(-end)];
}
