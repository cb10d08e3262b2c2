import { afterAll, vi } from 'vitest';

/** Events of the process that a loaded package may listen to for good, such as that of OpenAI's agents. */
const EVENTS = ['unhandledRejection', 'uncaughtException', 'SIGINT', 'SIGTERM'] as const;
const before = new Set(EVENTS.flatMap((event) => process.rawListeners(event)));

// The files of a worker share one process: what a file replaced, the next one finds as it was.
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
