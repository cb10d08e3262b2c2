'use client';
import { visiblePieces } from '@hitl/client/view';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { card } from '../messages/en/card.ts';
import { useMessages } from '../messages/use-messages.ts';

/** An untrusted text. */
export interface VisibleTextProps {
  text: string;
  /** `code` (default) escapes all invisible characters; `prose` keeps the joiners of emoji and Arabic. */
  mode?: 'code' | 'prose';
}

/**
 * An untrusted text as text: never as markup, in its own direction, with invisible characters
 * escaped as `\u{…}`. Copying yields what is shown.
 */
export function VisibleText({ text, mode = 'code' }: VisibleTextProps): ReactElement {
  const messages = useMessages(card);
  const shown = visiblePieces(text, mode).map((piece, index): ReactNode => {
    if (piece.kind === 'text') return <Fragment key={index}>{piece.text}</Fragment>;
    if (piece.kind === 'escape') {
      return (
        <span key={index} data-hitl-part="escape">
          {piece.text}
        </span>
      );
    }
    const count =
      piece.kind === 'lines' ? messages.blankLines(piece.count) : messages.blankSpaces(piece.count);
    return (
      <span key={index} data-hitl-part="escape">
        {piece.kind === 'lines' ? `\n⟨${count}⟩\n` : `⟨${count}⟩`}
      </span>
    );
  });
  return <bdi>{shown}</bdi>;
}
