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
  const bytes = Buffer.from(text);
  let crc = -1;
  // An iterator would be several times slower until it is compiled.
  for (let at = 0; at < bytes.length; at += 1) {
    crc = (crc >>> 8) ^ (REMAINDERS[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  }
  return ~crc >>> 0;
}
