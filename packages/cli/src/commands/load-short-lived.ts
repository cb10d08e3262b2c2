/**
 * Loads the implementation of a command on demand, so that help and other commands start quickly.
 * Only for commands that end soon.
 */
export async function loadShortLived<T>(load: () => Promise<T>): Promise<T> {
  // First, because modules create their schemas when they are loaded.
  const { expectFewChecks } = await import('../process/few-checks.ts');
  expectFewChecks();
  return load();
}
