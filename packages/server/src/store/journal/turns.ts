/** Creates a function that runs one call at a time: each starts when the previous one has ended. */
export function createTurns(): <T>(call: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const result = last.then(call, call);
    last = result;
    return result;
  };
}
