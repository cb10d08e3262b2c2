import { ClientError } from '../base/errors.ts';

/** The JSON of a frame; `undefined`, which no JSON is, where it is broken. */
export function parseFrameJson(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}

/** What is told about a frame that cannot be read; `path` says where, if anywhere. */
export function badFrame(path = ''): ClientError {
  const where = path === '' ? '' : ` at ${path}`;
  return new ClientError('bad_frame', `A frame cannot be read${where}; it is left out.`);
}
