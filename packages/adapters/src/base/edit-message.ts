/** Asks the model for the same call with other arguments, for frameworks that cannot run edited ones. */
export function editMessage(args: Readonly<Record<string, unknown>>): string {
  return `The user edited the arguments. Call the tool again with exactly these: ${JSON.stringify(args)}`;
}
