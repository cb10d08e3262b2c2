/**
 * Hands an exception of somebody else's callback to the host, as an uncaught error of its own.
 */
export function reportUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/**
 * Calls somebody else's callback. What it throws becomes an uncaught error of its own, as with an
 * event listener: it reaches the host and does not break the stream or the other listeners.
 */
export function callSafely(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportUncaught(error);
  }
}
