import { escapeHidden } from '@hitl/permissions';

/**
 * Rows in columns as wide as their widest cell, except the last; two spaces between. Invisible
 * characters and control sequences are escaped.
 */
export function table(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map((cell) => plain(cell)));
  const widths: number[] = [];
  for (const row of shown) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  return shown
    .map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** A text on one line of a terminal, with invisible characters and control sequences escaped. */
export function plain(text: string): string {
  return escapeHidden(text)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
}
