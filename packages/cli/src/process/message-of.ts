/** The message of a thrown value, which may be anything in JavaScript. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
