/**
 * Calls somebody else's callback. What it throws becomes an uncaught error of its own, as with an
 * event listener: it reaches the host and does not break the stream or the other listeners.
 */
export function safely(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
