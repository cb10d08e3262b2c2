/** One piece of a text: shown unchanged, or described because it is invisible. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A character that is invisible, reorders others or looks like a space. */
  | { readonly kind: 'escape'; readonly text: string }
  /** More empty lines, or more spaces and tabs, than a reader can count. */
  | { readonly kind: 'lines' | 'spaces'; readonly count: number };

/**
 * Long runs of whitespace, combining marks (they are counted), and controls, format characters,
 * surrogates, unassigned and ignorable characters and unusual separators. Without lookbehind,
 * because in Safari it does not match surrogate pairs.
 */
const SUSPECT =
  /(\n(?:[ \t]*\n){4,})|([ \t]{60,}|\t{16,})|(\p{M})|(?![\n\t ])[\p{C}\p{Z}\p{DI}\u2800]/gu;

/** Invisible characters that belong to writing: joiners in emoji and Arabic words, emoji presentation. */
const WRITING =
  /\p{Extended_Pictographic}\uFE0F?\p{EMod}?(?:\u200D(?=\p{Extended_Pictographic}))?|\p{Script=Arabic}\u200C(?=\p{Script=Arabic})/u;

const SUSPECT_IN_PROSE = new RegExp(`${SUSPECT.source}|(${WRITING.source})`, 'gu');

/** More combining marks in a row are escaped. */
const MAX_MARKS = 4;

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Splits an untrusted text so that all of it can be shown. `prose` keeps the joiners of emoji and
 * of Arabic script; `code` keeps no invisible character.
 */
export function visiblePieces(text: string, mode: 'code' | 'prose' = 'code'): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  let marks = 0;
  let afterMarks = 0;
  const pass = (end: number): void => {
    if (end > done) pieces.push({ kind: 'text', text: text.slice(done, end) });
  };
  for (const match of text.matchAll(mode === 'prose' ? SUSPECT_IN_PROSE : SUSPECT)) {
    const [found, lines, spaces, mark, writing] = match;
    if (writing) continue;
    const end = match.index + found.length;
    if (mark) {
      marks = match.index === afterMarks ? marks + 1 : 1;
      afterMarks = end;
      if (marks <= MAX_MARKS && !/\p{DI}/u.test(mark)) continue;
    }
    pass(match.index);
    done = end;
    if (lines) pieces.push({ kind: 'lines', count: lines.split('\n').length - 2 });
    else if (spaces) pieces.push({ kind: 'spaces', count: spaces.length });
    else pieces.push({ kind: 'escape', text: escapeOf(found) });
  }
  pass(text.length);
  return pieces;
}

/** A text with everything in it visible, as one string, for labels and announcements. */
export function visibleString(text: string, mode: 'code' | 'prose' = 'prose'): string {
  return visiblePieces(text, mode)
    .map((piece) => ('text' in piece ? piece.text : ' … '))
    .join('');
}
