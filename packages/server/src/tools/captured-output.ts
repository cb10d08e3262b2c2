/** Captures the output of a stream in bounded memory: keeps a part of it and counts all bytes. */
export interface CapturedOutput {
  push(chunk: Uint8Array): void;
  /** The number of all bytes. */
  readonly bytes: number;
  /** The kept part as text; invalid UTF-8 becomes U+FFFD. */
  text(): string;
}

/** Keeps the first `maxBytes`. */
export function keepHead(maxBytes: number): CapturedOutput {
  const kept: Uint8Array[] = [];
  let room = maxBytes;
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    push(chunk) {
      bytes += chunk.length;
      if (room === 0) return;
      // A copy, as the chunk may be a view of a larger buffer.
      const part = Uint8Array.from(chunk.subarray(0, room));
      room -= part.length;
      kept.push(part);
    },
    text() {
      // A character that was cut at the limit is left out.
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(kept), {
        stream: bytes > maxBytes,
      });
    },
  };
}

/** Keeps the last `maxBytes`. */
export function keepTail(maxBytes: number): CapturedOutput {
  let kept = Buffer.alloc(0);
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    push(chunk) {
      bytes += chunk.length;
      kept = Buffer.concat([kept, chunk.subarray(-maxBytes)]).subarray(-maxBytes);
    },
    text() {
      const cut = bytes > maxBytes ? kept.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0;
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept.subarray(Math.max(cut, 0)));
    },
  };
}
