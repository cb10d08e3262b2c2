const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Longer than the text of any double. */
const MAX_LENGTH = 400;

/**
 * Whether a JSON number survives parsing and serializing unchanged. False for integers beyond 2^53
 * that lose digits, for more digits than a double keeps, for numbers out of range, and for `-0`.
 */
export function isExactNumber(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const value = Number(text);
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  const written = digitsOf(text);
  return written !== undefined && written === digitsOf(String(value));
}

/** The digits of a number without zeros at their ends, and its power of ten. */
function digitsOf(text: string): string | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
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
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at] ?? '';
    if (character === '"') {
      at += 1;
      while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
    } else if (/[-\d]/.test(character)) {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(json)?.[0] ?? '';
      if (!isExactNumber(token)) return token;
      at += token.length - 1;
    }
  }
  return undefined;
}

const TOKEN = /[-\d][\d.eE+-]*/y;

/**
 * The first key in JSON text that an object has twice, of which other programs may read the other
 * value; `undefined` if there is none. The text must be valid JSON.
 */
export function repeatedKeyIn(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '{') open.push(new Set());
    else if (character === '}') open.pop();
    else if (character === '"') {
      const start = at;
      at += 1;
      while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
      KEY_END.lastIndex = at + 1;
      if (!KEY_END.test(json)) continue;
      const key = String(JSON.parse(json.slice(start, at + 1)));
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}

const KEY_END = /\s*:/y;
