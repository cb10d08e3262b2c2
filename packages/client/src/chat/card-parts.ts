import type { PreviewPart } from '../view/index.ts';
import type { CardPart } from './card-view.ts';

/** A part of what would happen, as lines or as a table. */
export function cardPart(part: PreviewPart): CardPart {
  const { kind, name, note } = part;
  const plain = { kind, name, note, caption: kind === 'command' || name === '' ? undefined : name };
  switch (part.kind) {
    case 'table':
      return { ...plain, lines: [], rows: [part.columns, ...part.rows] };
    case 'diff':
      return { ...plain, lines: part.lines, rows: [] };
    default:
      return { ...plain, lines: [{ kind: 'same', text: part.text }], rows: [] };
  }
}
