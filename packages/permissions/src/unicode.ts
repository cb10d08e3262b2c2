/** Matches text in which every character is visible, as nearly all text is. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

// Functions, since making these expressions takes a millisecond, and nearly all text is plain.

/**
 * Control characters except tab and newline, line and paragraph separators, everything that a renderer may
 * drop (zero-width, bidi, tags, variation selectors), whitespace other than the plain space, lone surrogates.
 */
const hidden = (): RegExp =>
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u2800\ufff9-\ufffb\p{Default_Ignorable_Code_Point}\p{Surrogate}]|[^\P{Zs} ]/gu;

/** Emoji contain joiners and selectors; inside an emoji they hide nothing. */
const emojis = (): RegExp =>
  /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*|[0-9#*]\ufe0f\u20e3/gu;

const blanks = (): RegExp => /[^\P{Zs} ]|\u2800/gu;

/** Characters that some system treats as the end of a line. */
const LINE_BREAKS = /[\r\v\f\x85\u2028\u2029]/g;

/** Whether `text` looks the same to every reader: printable ASCII, tabs and newlines. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Whether `text` contains a character that a person would not see, or would mistake for another. */
export function hasHiddenText(text: string): boolean {
  if (PLAIN.test(text)) return false;
  return text.replace(emojis(), '').search(hidden()) >= 0;
}

/**
 * `text` for display to a reviewer: each hidden character as `\u{…}`, nothing shortened. Tabs, newlines and
 * spaces stay.
 */
export function escapeHidden(text: string): string {
  if (PLAIN.test(text)) return text;
  let shown = '';
  let from = 0;
  for (const emoji of text.matchAll(emojis())) {
    shown += escapeAll(text.slice(from, emoji.index)) + emoji[0];
    from = emoji.index + emoji[0].length;
  }
  return shown + escapeAll(text.slice(from));
}

function escapeAll(text: string): string {
  return text.replace(
    hidden(),
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  );
}

/** `text` without its hidden characters. */
export function stripHidden(text: string): string {
  return PLAIN.test(text) ? text : text.replace(hidden(), '');
}

/**
 * `text` as the most lenient reader would see it: other line breaks as newlines, other whitespace as spaces,
 * hidden characters removed, compatibility forms replaced by the characters they resemble.
 */
export function plainReading(text: string): string {
  if (PLAIN.test(text)) return text;
  const spaced = text.replace(LINE_BREAKS, '\n').replace(blanks(), ' ');
  return spaced.replace(hidden(), '').normalize('NFKC');
}

/** Whether `text` is ASCII, and so cannot have look-alike letters. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1)
    if (text.charCodeAt(index) > 127) return false;
  return true;
}

/**
 * Equal for names that some file system or shell treats as the same, ignoring case and Unicode composition.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // The final sigma is the only character whose lower case depends on its position.
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Removes spaces, tabs and newlines at both ends, which a shell ignores. */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && ' \t\n'.includes(text[from] ?? '')) from += 1;
  while (to > from && ' \t\n'.includes(text[to - 1] ?? '')) to -= 1;
  return text.slice(from, to);
}
