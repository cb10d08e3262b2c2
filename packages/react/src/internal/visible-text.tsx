'use client';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { card } from '../messages/en/card.ts';
import { useMessages } from '../messages/use-messages.ts';

/** One stretch of a text: shown as it is, or named because nobody would see it. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A character that is invisible, moves others or looks like a blank. */
  | { readonly kind: 'escape'; readonly text: string }
  /** More blank lines or spaces than one can count. */
  | { readonly kind: 'lines' | 'spaces'; readonly count: number };

/**
 * Controls, formats, surrogates, unassigned and ignorable characters, separators that are no plain
 * space, the fifth combining mark in a row, and long stretches of nothing.
 */
const HIDDEN =
  /(?<lines>\n(?:[ \t]*\n){4,})|(?<spaces> {60,})|(?:(?![\n\t ])[\p{C}\p{Z}\p{DI}\u2800]|(?<=\p{M}{4})\p{M})/gu;

/** What writing itself needs: joiners inside emoji and Arabic words, emoji presentation. */
const WRITING =
  /(?<=\p{Extended_Pictographic}\uFE0F?\p{EMod}?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Script=Arabic})\u200C(?=\p{Script=Arabic})|(?<=\p{Extended_Pictographic})\uFE0F/gu;

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Takes a text of an agent apart so that all of it can be seen. `prose` lets the joiners of emoji and
 * of Arabic script pass; `code` lets nothing pass.
 */
export function visiblePieces(text: string, mode: 'code' | 'prose' = 'code'): TextPiece[] {
  const passed = new Set(
    mode === 'prose' ? [...text.matchAll(WRITING)].map(({ index }) => index) : [],
  );
  const pieces: TextPiece[] = [];
  let done = 0;
  const pass = (end: number): void => {
    if (end > done) pieces.push({ kind: 'text', text: text.slice(done, end) });
  };
  for (const match of text.matchAll(HIDDEN)) {
    const [found] = match;
    if (passed.has(match.index)) continue;
    pass(match.index);
    done = match.index + found.length;
    if (match.groups?.['lines'] !== undefined) {
      pieces.push({ kind: 'lines', count: found.split('\n').length - 2 });
    } else if (match.groups?.['spaces'] !== undefined) {
      pieces.push({ kind: 'spaces', count: found.length });
    } else {
      pieces.push({ kind: 'escape', text: escapeOf(found) });
    }
  }
  pass(text.length);
  return pieces;
}

/** A text as one string in which everything can be seen, for labels and announcements. */
export function visibleString(text: string, mode: 'code' | 'prose' = 'prose'): string {
  return visiblePieces(text, mode)
    .map((piece) => ('text' in piece ? piece.text : ' … '))
    .join('');
}

/** A text that somebody else wrote. */
export interface VisibleTextProps {
  text: string;
  /** `code` (default) escapes all that is hidden; `prose` lets joiners of emoji and Arabic pass. */
  mode?: 'code' | 'prose';
}

/**
 * A text of an agent, as text: never markup, in its own direction, with what is invisible written out
 * as `\u{…}`. Copying gives what is shown.
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
