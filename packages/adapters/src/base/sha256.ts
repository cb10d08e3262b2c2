/** The first 32 bits of the fraction of a number. */
const fraction = (value: number): number => ((value % 1) * 2 ** 32) | 0;

const PRIMES: number[] = [];
for (let number = 2; PRIMES.length < 64; number += 1) {
  if (PRIMES.every((prime) => number % prime !== 0)) PRIMES.push(number);
}
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 of a text in UTF-8, as hexadecimal digits. The one of browsers is only asynchronous, and requests are
 * read while a page is rendered.
 * @see FIPS 180-4
 */
export function sha256Sync(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const hash = new Int32Array(START);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(block + at * 4);
    for (let at = 16; at < 64; at += 1) {
      const early = words[at - 15] ?? 0;
      const late = words[at - 2] ?? 0;
      const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[at] = (words[at - 16] ?? 0) + first + (words[at - 7] ?? 0) + second;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let at = 0; at < 64; at += 1) {
      const sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const choice = (e & f) ^ (~e & g);
      const one = (h + sum + choice + (ROUNDS[at] ?? 0) + (words[at] ?? 0)) | 0;
      const other = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      [a, b, c, d, e, f, g, h] = [(one + other + majority) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) hash[at] = (hash[at] ?? 0) + word;
  }
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
