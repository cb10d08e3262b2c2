/** For each byte, the remainder that it leaves by the polynomial of CRC-32, lowest bit first. */
const REMAINDERS = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xed_b8_83_20 : 0);
  }
  return remainder;
});

/**
 * The CRC-32 of a text in UTF-8, as `node:zlib` has it. Of its own, since a program that does not
 * compress takes longer to load `node:zlib` than to write its whole journal.
 */
export function crc32(text: string): number {
  let crc = -1;
  for (const byte of new TextEncoder().encode(text)) {
    crc = (crc >>> 8) ^ (REMAINDERS[(crc ^ byte) & 0xff] ?? 0);
  }
  return ~crc >>> 0;
}
