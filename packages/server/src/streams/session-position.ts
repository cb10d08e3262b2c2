/** A position in a session's log; the ids of its stream have the form `commit.index`. */
export interface SessionPosition {
  /** Number of the commit, from 1; 0 is before the first one. */
  readonly commit: number;
  /** The event's index in the commit, from 0. */
  readonly index: number;
}

/** Parses an id of a session's stream; `null` if it is invalid. */
export function parseSessionPosition(text: string): SessionPosition | null {
  const found = /^([1-9]\d{0,14})\.(0|[1-9]\d{0,8})$/.exec(text);
  return found === null ? null : { commit: Number(found[1]), index: Number(found[2]) };
}
