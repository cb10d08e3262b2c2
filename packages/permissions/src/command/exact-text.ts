/**
 * Decodes a pattern without wildcards into the text it equals: outside quotes, `\*` and `\\` become `*` and
 * `\`; everything else is literal. `encodeExact` is the inverse.
 */
export function decodeExact(pattern: string): string {
  return recode(pattern, (character, next) =>
    character === '\\' && (next === '*' || next === '\\') ? [next, 2] : undefined,
  );
}

/** The pattern that equals `text`: outside quotes, `*` and a `\` before it or before another `\` are escaped. */
export function encodeExact(text: string): string {
  return recode(text, (character, next) => {
    if (character === '*') return ['\\*', 1];
    if (character !== '\\') return undefined;
    if (next === '*' || next === '\\') return [`\\\\\\${next}`, 2];
    // What is escaped in the text, such as a quote or a blank, is escaped in the pattern as well.
    return next === '' ? ['\\\\', 1] : [`\\${next}`, 2];
  });
}

type Recoding = (character: string, next: string) => [string, number] | undefined;

/** Walks over `text`, skipping quoted parts; an unclosed quote is an ordinary character. */
function recode(text: string, change: Recoding): string {
  const quoted = quotesClose(text);
  let written = '';
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    if (quoted && (character === "'" || character === '"')) {
      const end = closingQuote(text, at);
      written += text.slice(at, end + 1);
      at = end + 1;
      continue;
    }
    const next = text[at + 1] ?? '';
    const changed = change(character, next);
    if (changed !== undefined) {
      written += changed[0];
      at += changed[1];
    } else if (character === '\\' && (next === "'" || next === '"')) {
      written += character + next;
      at += 2;
    } else {
      written += character;
      at += 1;
    }
  }
  return written;
}

function quotesClose(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === "'" || character === '"') {
      at = closingQuote(text, at);
      if (at < 0) return false;
    }
  }
  return true;
}

/** The offset where the quote at `open` ends; -1 if it is not closed. */
export function closingQuote(text: string, open: number): number {
  if (text[open] === "'") return text.indexOf("'", open + 1);
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}
