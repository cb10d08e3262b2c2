/** Reports an exception of a user's callback to the host, as a separate uncaught error. */
export function reportUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/**
 * Calls a user's callback. An exception becomes a separate uncaught error, as with an event
 * listener: it reaches the host and does not break the stream or other listeners.
 */
export function callSafely(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportUncaught(error);
  }
}
