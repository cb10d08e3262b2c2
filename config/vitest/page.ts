// First: React, which others load, looks only once for what stands in for its developer tools.
import '../../packages/react/src/internal/count-renders.fixture.ts';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

const page = document.documentElement;
const before = new Map(page.getAttributeNames().map((name) => [name, page.getAttribute(name)]));

// Testing Library, loaded once for all files, would tidy up after the first file alone.
afterEach(cleanup);

// The files share one page: everything that a file changed is restored for the next one.
afterAll(() => {
  document.body.replaceChildren();
  for (const name of page.getAttributeNames()) {
    const value = before.get(name);
    if (typeof value === 'string') page.setAttribute(name, value);
    else page.removeAttribute(name);
  }
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
