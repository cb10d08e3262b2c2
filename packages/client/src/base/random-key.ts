/**
 * 128 random bits in hex. Not `crypto.randomUUID`: a page that is served over plain HTTP from another
 * machine does not have it.
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
