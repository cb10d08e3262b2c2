/**
 * The text, in at most `maxBytes` of UTF-8: what does not fit is cut between characters and the rest
 * ends in `… [cut: N bytes in all]`. `totalBytes` is N where some of the text was never kept.
 */
export function cutText(text: string, maxBytes: number, totalBytes = 0): string {
  // Bytes that are no UTF-8 take more room as text than they took.
  const inAll = Math.max(totalBytes, Buffer.byteLength(text));
  if (inAll <= maxBytes) return text;
  const notice = `… [cut: ${inAll} bytes in all]`;
  const room = Math.max(0, maxBytes - Buffer.byteLength(notice));
  return `${firstBytes(text, room)}${notice}`;
}

/** As many whole characters as fit into `maxBytes` of UTF-8. */
export function firstBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text).subarray(0, maxBytes);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}
