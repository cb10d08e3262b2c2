/** A message that waits for a person or the server, with its size in characters. */
export interface Held {
  readonly size: number;
}

/** How many messages of one side may wait at once, and their characters together. */
export const MAX_HELD = 1000;
const MAX_HELD_SIZE = 64 * 1024 * 1024;

export const TOO_MANY_CALLS: string =
  'Too many calls wait at once. Try again when some of them have ended.';

/** Whether another message of this size may wait. */
export function hasRoom(size: number, ...held: readonly ReadonlyMap<unknown, Held>[]): boolean {
  const all = held.flatMap((messages) => [...messages.values()]);
  const total = all.reduce((sum, message) => sum + message.size, size);
  return all.length < MAX_HELD && total <= MAX_HELD_SIZE;
}
