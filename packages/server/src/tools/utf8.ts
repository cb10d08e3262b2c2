/**
 * The bytes as text. A byte order mark is kept, so that writing the text gives the same bytes.
 * @throws Error for invalid UTF-8, or a NUL, which only binary files contain.
 */
export function decodeText(bytes: Uint8Array, path: string, options?: { cut: boolean }): string {
  if (bytes.includes(0)) throw new Error(`${path} is a binary file, not text`);
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes, { stream: options?.cut ?? false });
  } catch (error) {
    throw new Error(`${path} is not text in UTF-8`, { cause: error });
  }
}
