import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Content codings, smallest result first. */
const ENCODERS: Readonly<Record<string, (file: Bytes) => Promise<Buffer>>> = {
  br: (file) => brotli(file),
  gzip: (file) => zip(file, { level: 9 }),
};

/** A file as sent to the client; without `encoding` it is uncompressed. */
export interface EncodedFile {
  readonly body: Bytes;
  readonly encoding?: string;
}

/** Compresses files for browsers. Each file is compressed at most once per coding. */
export function createFileEncoder(): (file: Bytes, acceptEncoding: string) => Promise<EncodedFile> {
  const encoded = new Map<string, WeakMap<Bytes, Promise<Bytes>>>();
  return async (file, acceptEncoding) => {
    const accepted = acceptEncoding.split(',').map((part) => part.trim().toLowerCase());
    const encoding = Object.keys(ENCODERS).find((name) => accepted.includes(name));
    const encode = encoding === undefined ? undefined : ENCODERS[encoding];
    if (encoding === undefined || encode === undefined) return { body: file };
    const known = encoded.get(encoding) ?? new WeakMap<Bytes, Promise<Bytes>>();
    encoded.set(encoding, known);
    const body = known.get(file) ?? encode(file).then((buffer) => new Uint8Array(buffer));
    known.set(file, body);
    return { body: await body, encoding };
  };
}
