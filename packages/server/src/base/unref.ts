/** Lets the process end although a timer is set, where the platform keeps processes alive for them. */
export function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) {
    (timer as { unref(): void }).unref();
  }
}
