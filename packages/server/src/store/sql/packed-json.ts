import { DICTIONARY } from './packed-json-dictionary.ts';

/** The JSON of a `T` as bytes, packed or not. */
export type Packed<T> = (Uint8Array | ArrayBuffer) & { readonly '~is'?: T };

/** First byte of a packed value, which tells how. JSON text begins with neither. */
const BROTLI = 1;
const DEFLATE = 2;

/** Above this, deflate's window of 32 KiB might not reach back to dictionary and first copies. */
const DEFLATE_UP_TO_BYTES = 24 * 1024;

/**
 * Writes a value as JSON bytes, packed behind a marker. A request repeats its arguments in what it
 * shows and in what it suggests to remember, every event repeats its ids, and all have the same
 * member names: with a dictionary of these, a suspension takes a tenth.
 */
export function packJson<T>(value: T): Packed<T> {
  const json = encoder.encode(JSON.stringify(value));
  const packed = json.length <= DEFLATE_UP_TO_BYTES ? deflate(json) : brotli(json);
  if (packed.length + 1 >= json.length) return json;
  const bytes = new Uint8Array(packed.length + 1);
  bytes[0] = json.length <= DEFLATE_UP_TO_BYTES ? DEFLATE : BROTLI;
  bytes.set(packed, 1);
  return bytes;
}

/** Reads what `packJson` wrote. */
export function unpackJson<T>(stored: Packed<T>): T {
  // libsql returns ArrayBuffers.
  const bytes = stored instanceof Uint8Array ? stored : new Uint8Array(stored);
  return JSON.parse(decoder.decode(unpack(bytes))) as T;
}

function unpack(bytes: Uint8Array): Uint8Array {
  switch (bytes[0]) {
    case DEFLATE:
      return zlib.inflateRawSync(bytes.subarray(1), { dictionary });
    case BROTLI:
      return zlib.brotliDecompressSync(bytes.subarray(1));
    default:
      return bytes;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const dictionary = encoder.encode(DICTIONARY);
// Not imported: a driver that is handed in may be used where `node:` cannot be loaded at build time.
const zlib = process.getBuiltinModule('node:zlib');

function deflate(json: Uint8Array): Uint8Array {
  // Small tables: setting them up would take longer than packing.
  return zlib.deflateRawSync(json, { dictionary, memLevel: 6 });
}

function brotli(json: Uint8Array): Uint8Array {
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  return zlib.brotliCompressSync(json, {
    params: {
      // The lowest quality that finds a repeat of 100 KiB, in a window of 4 MiB.
      [BROTLI_PARAM_QUALITY]: 2,
      [BROTLI_PARAM_LGWIN]: 22,
      [BROTLI_PARAM_SIZE_HINT]: json.length,
    },
  });
}
