import { misleadingHosts, visiblePieces, type TextPiece } from '@hitl/client/view';
import { describeArgs } from '../questions/question-text.ts';

/** What every line of a frame begins with. Nothing else that is printed begins so. */
const BAR = '  │ ';

/**
 * What an agent wrote, as lines that all begin with a bar and fit the terminal: nothing in it can pass
 * for a prompt or for words of this program, and no stretch of nothing moves the rest off the screen.
 */
export function frame(text: string, columns: number): string[] {
  const shown = visiblePieces(text).map(spell).join('').replaceAll('\t', '    ');
  const width = Math.max(columns - BAR.length, 20);
  return shown
    .split('\n')
    .flatMap((line) => wrap(line, width))
    .map((line) => `${BAR}${line}`);
}

function spell(piece: TextPiece): string {
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

/** A line for each address in a text that does not lead where it seems to. */
export function hostWarnings(text: string): string[] {
  return misleadingHosts(text).map((host) => `Careful: an address in it leads to ${host}`);
}

/** Breaks a line before the terminal would, whose own continuation begins at the left edge. */
function wrap(line: string, width: number): string[] {
  const rows: string[] = [];
  let row = '';
  let used = 0;
  for (const character of line) {
    // Wide letters take two cells; taking all that is not ASCII for wide never overflows.
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

/** Arguments of a call in a frame, one a line or more. */
export function frameArgs(args: Readonly<Record<string, unknown>>, columns: number): string[] {
  return frame(describeArgs(args).replaceAll(/^ {2}/gm, ''), columns);
}

/** The beginning and the end of a frame in at most so many lines, with how many are left out between. */
export function shortFrame(lines: readonly string[], room: number): readonly string[] {
  if (lines.length <= room) return lines;
  const end = Math.floor(room / 3);
  const left = lines.length - room + 1;
  return [...lines.slice(0, room - end - 1), `  … ${left} lines not shown`, ...lines.slice(-end)];
}
