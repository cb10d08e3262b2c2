/** For each byte, its remainder by the polynomial of CRC-32, lowest bit first. */
const REMAINDERS = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xed_b8_83_20 : 0);
  }
  return remainder;
});

/**
 * The CRC-32 of a string in UTF-8, like that of `node:zlib`. Implemented here because loading
 * `node:zlib` takes longer than writing a whole journal.
 */
export function crc32(text: string): number {
  let crc = -1;
  for (const byte of new TextEncoder().encode(text)) {
    crc = (crc >>> 8) ^ (REMAINDERS[(crc ^ byte) & 0xff] ?? 0);
  }
  return ~crc >>> 0;
}
