import { afterAll, vi } from 'vitest';

// The files of a worker share one process: what a file replaced, the next one finds as it was.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
