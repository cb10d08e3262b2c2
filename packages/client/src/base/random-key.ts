/**
 * 128 random bits in hex. Not `crypto.randomUUID`, which is missing on pages served over plain HTTP
 * from another machine.
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
