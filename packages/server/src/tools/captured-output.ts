/** What a stream wrote, in bounded memory: a part of it is kept, all of it is counted. */
export interface CapturedOutput {
  push(chunk: Uint8Array): void;
  /** How many bytes came in all. */
  readonly bytes: number;
  /** What was kept, as text; other bytes than UTF-8 become U+FFFD. */
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
      // A copy: the chunk may be a window on a larger pool.
      const part = Uint8Array.from(chunk.subarray(0, room));
      room -= part.length;
      kept.push(part);
    },
    text() {
      // A character that the limit cut in two is left out.
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
