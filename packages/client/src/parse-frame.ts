/** The JSON of a frame; `undefined`, which no JSON is, where it is broken. */
export function parseFrame(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}
