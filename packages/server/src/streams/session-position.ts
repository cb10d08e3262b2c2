/** A place in a session's log, as the ids of its stream say it: `commit.index`. */
export interface SessionPosition {
  /** From 1; 0 is before the first. */
  readonly commit: number;
  /** The event's place in the commit, from 0. */
  readonly index: number;
}

/** Reads an id of a session's stream; `null`: it is none. */
export function parseSessionPosition(text: string): SessionPosition | null {
  const found = /^([1-9]\d{0,14})\.(0|[1-9]\d{0,8})$/.exec(text);
  return found === null ? null : { commit: Number(found[1]), index: Number(found[2]) };
}
