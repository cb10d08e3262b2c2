/**
 * The bytes as text, a byte order mark kept, so that writing it again gives the same bytes.
 * @throws Error for what is not UTF-8, or holds a NUL as only binary files do.
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
