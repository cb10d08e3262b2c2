import { ClientError } from '../base/errors.ts';

/** The parsed JSON of a frame; `undefined` if it is broken. */
export function parseFrameJson(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}

/** The error for a frame that cannot be read; `path` is the wrong member, if known. */
export function badFrame(path = ''): ClientError {
  const where = path === '' ? '' : ` at ${path}`;
  return new ClientError('bad_frame', `A frame cannot be read${where}; it is left out.`);
}
