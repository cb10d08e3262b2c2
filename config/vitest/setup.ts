import { afterAll, vi } from 'vitest';

/**
 * Events of the process that a loaded package, such as that of OpenAI's agents, may listen to until
 * the process ends.
 */
const EVENTS = ['unhandledRejection', 'uncaughtException', 'SIGINT', 'SIGTERM'] as const;
const before = new Set(EVENTS.flatMap((event) => process.rawListeners(event)));

// The files of a worker share one process: everything that a file replaced is restored for the next one.
afterAll(() => {
  for (const event of EVENTS) {
    for (const listener of process.rawListeners(event)) {
      // Beside another listener, Vitest does not report an error that nothing handles.
      if (!before.has(listener)) process.off(event, listener as () => void);
    }
  }
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
