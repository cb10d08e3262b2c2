/**
 * Loads what a command does when it is needed, so that help and other commands come at once. For
 * commands that end soon.
 */
export async function loadShortLived<T>(load: () => Promise<T>): Promise<T> {
  // First, as schemas are made while their modules are loaded.
  const { expectFewChecks } = await import('../process/few-checks.ts');
  expectFewChecks();
  return load();
}
