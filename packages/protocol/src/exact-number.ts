const NUMBER = /^\+?(-?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** Longer than the text of any double. */
const MAX_LENGTH = 400;

/**
 * Whether a JSON number survives parsing and serializing unchanged. False for integers beyond 2^53
 * that lose digits, for more digits than a double keeps, for numbers out of range, and for `-0`.
 * It may also be written as people do: `+5`, `.5` and `5.`.
 */
export function isExactNumber(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const value = Number(text);
  if (Object.is(value, -0)) return false;
  const written = digitsOf(text);
  return written !== undefined && written === digitsOf(String(value));
}

/** The digits of a number without zeros at their ends, and its power of ten. */
function digitsOf(text: string): string | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/**
 * The first number in JSON text that `JSON.parse` would change; `undefined` if there is none. The
 * text must be valid JSON.
 */
export function inexactNumberIn(json: string): string | undefined {
  return firstIn(json, (token) => /^[-\d]/.test(token) && !isExactNumber(token));
}

/**
 * The first key in JSON text that an object has twice, of which other programs may read the other
 * value; `undefined` if there is none. The text must be valid JSON.
 */
export function repeatedKeyIn(json: string): string | undefined {
  /** The keys of each open object, the innermost last. */
  const open: Set<string>[] = [];
  let key = '';
  const found = firstIn(json, (token) => {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (token.startsWith('"')) key = String(JSON.parse(token));
    else if (token === ':') {
      const keys = open.at(-1);
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
    return false;
  });
  return found && key;
}

/** The first string, number, brace or colon of valid JSON text that is looked for. */
function firstIn(json: string, isIt: (token: string) => boolean): string | undefined {
  const next = /["{}:]|[-\d][\d.eE+-]*/g;
  for (;;) {
    const match = next.exec(json);
    if (match === null) return undefined;
    if (match[0] === '"') {
      let end = next.lastIndex;
      while (end < json.length && json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
      next.lastIndex = end + 1;
    }
    const token = json.slice(match.index, next.lastIndex);
    if (isIt(token)) return token;
  }
}
