'use client';
import { visiblePieces, type TextPiece } from '@hitl/client/view';
import { Fragment, type ReactElement } from 'react';
import { useCardWords } from '../messages/card-words.ts';

/** An untrusted text. */
export interface VisibleTextProps {
  /** Any text, such as one of an agent. */
  text: string;
  /** `code` (default) escapes all invisible characters; `prose` keeps the joiners of emoji and Arabic. */
  mode?: 'code' | 'prose';
}

/** More elements for one text would make the page stand still. */
const MAX_PIECES = 2000;

/** Beside the marker of blank lines, whose background would otherwise show on the lines next to it. */
const BREAK = { kind: 'text', text: '\n' } as const;

/**
 * An untrusted text as text: never as markup, in its own direction, with invisible characters
 * escaped as `\u{…}`. Copying yields what is shown.
 */
export function VisibleText({ text, mode = 'code' }: VisibleTextProps): ReactElement {
  const messages = useCardWords();
  const textOf = (piece: TextPiece): string => {
    if ('text' in piece) return piece.text;
    const { kind, count } = piece;
    return `⟨${kind === 'spaces' ? messages.blankSpaces(count) : messages.blankLines(count)}⟩`;
  };
  const pieces = visiblePieces(text, mode).flatMap((piece) =>
    piece.kind === 'lines' ? [BREAK, piece, BREAK] : piece,
  );
  if (pieces.length > MAX_PIECES) {
    return (
      <bdi>
        <span data-hitl-part="escape">{pieces.map(textOf).join('')}</span>
      </bdi>
    );
  }
  return (
    <bdi>
      {pieces.map((piece, index) =>
        piece.kind === 'text' ? (
          <Fragment key={index}>{piece.text}</Fragment>
        ) : (
          <span key={index} data-hitl-part="escape">
            {textOf(piece)}
          </span>
        ),
      )}
    </bdi>
  );
}
