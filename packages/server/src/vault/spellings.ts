/** A form in which a secret can appear. */
export interface Spelling {
  readonly text: string;
  /** Upper and lower case match, as in hex digits. */
  readonly anyCase: boolean;
}

/** Line breaks, plain and in JSON. Whitespace after them may belong to the secret. */
const BREAKS = /(?:\r?\n|(?:\\r)?\\n)/g;

/** Line breaks with the indentation after them. */
const INDENTED_BREAKS = /(?:\r?\n|(?:\\r)?\\n)[ \t]*/g;

/** All whitespace, since wrapping a text of several words replaces spaces by line breaks. */
const BLANKS_AND_BREAKS = /(?:\s|(?:\\r)?\\n)+/g;

/** The ways in which a text may be wrapped, most exact first. */
export const WRAPPINGS: readonly RegExp[] = [BREAKS, INDENTED_BREAKS, BLANKS_AND_BREAKS];

/** Whether a part of a text contains a line break. */
export function isWrapped(text: string): boolean {
  return /\n|\\n/.test(text);
}

/**
 * The forms of a secret to search for: plain, JSON, base64 (both alphabets, at any offset in a
 * longer text), hex and percent-encoding.
 */
export function spellingsOf(secret: string): Spelling[] {
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
  const exact = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    ...base64Of(bytes),
    ...UNRESERVED.flatMap((kept) => percentOf(bytes, kept)),
  ];
  const anyCase = [hex.join(''), hex.map((byte) => `%${byte}`).join('')];
  const spellings = new Map<string, Spelling>();
  for (const text of exact) add(text, false);
  for (const text of anyCase) add(text, true);
  return [...spellings.values()];

  function add(text: string, isAnyCase: boolean): void {
    spellings.set(`${isAnyCase}${text}`, { text, anyCase: isAnyCase });
  }
}

/** Characters that RFC 3986, `encodeURIComponent` and forms do not encode. */
const UNRESERVED: readonly RegExp[] = [/[\w.~-]/, /[\w.~!'()*-]/, /[\w.*-]/];

/** Percent-encoded with upper and lower case digits, with spaces as `%20` and as `+`. */
function percentOf(bytes: Uint8Array, kept: RegExp): string[] {
  const text = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return kept.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }).join('');
  return [text, text.replaceAll(/%../g, (digits) => digits.toUpperCase())].flatMap((form) => [
    form,
    form.replaceAll('%20', '+'),
  ]);
}

/** Shorter strings would match by accident. */
export const MIN_LENGTH = 4;

/**
 * In base64 the encoding of a byte depends on its offset. For each of the three offsets: the
 * characters that depend on the secret only; for the first one also with the last character, as at
 * the end of a text.
 */
function base64Of(bytes: Uint8Array): string[] {
  const forms = [0, 1, 2].map((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    const first = Math.ceil((before * 8) / 6);
    return toBase64(padded).slice(first, Math.floor((padded.length * 8) / 6));
  });
  const standard = [toBase64(bytes), ...forms];
  return [
    ...standard,
    ...standard.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ].flatMap((form) => [form, form.replace(/=+$/, '')]);
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Letters outside ASCII are unchanged, since some change their length with their case. */
export function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Removes the line breaks from a text, as printed secrets may be wrapped anywhere. */
export function unwrap(text: string, breaks: RegExp) {
  /** The start of each line, without and with the breaks. */
  const lines: { readonly at: number; readonly from: number }[] = [{ at: 0, from: 0 }];
  let plain = '';
  let from = 0;
  for (const found of text.matchAll(breaks)) {
    plain += text.slice(from, found.index);
    from = found.index + found[0].length;
    lines.push({ at: plain.length, from });
  }
  plain += text.slice(from);
  return {
    text: plain,
    /** The index in the wrapped text of a character in this one. */
    origin(index: number): number {
      let low = 0;
      let high = lines.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((lines[middle]?.at ?? 0) <= index) low = middle;
        else high = middle - 1;
      }
      const { at, from: start } = lines[low] ?? { at: 0, from: 0 };
      return start + index - at;
    },
  };
}
