// First: React, which others load, looks only once for what stands in for its developer tools.
import '../../packages/react/src/internal/count-renders.fixture.ts';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';

const root = document.documentElement;
const before = new Map(root.getAttributeNames().map((name) => [name, root.getAttribute(name)]));
const { innerWidth: width, innerHeight: height } = window;
const { title } = document;
const media = emulatedMedia();

/** Which of the media that tests emulate apply to the page. */
function emulatedMedia(): string {
  return [
    '(hover: hover)',
    '(pointer: fine)',
    '(prefers-color-scheme: dark)',
    '(prefers-contrast: more)',
    '(prefers-reduced-motion: reduce)',
    '(forced-colors: active)',
  ]
    .filter((query) => matchMedia(query).matches)
    .join(', ');
}

// Testing Library, loaded once for all files, would tidy up after the first file alone.
afterEach(cleanup);

// The files share one page: everything that a file changed is restored for the next one.
afterAll(async () => {
  document.body.replaceChildren();
  for (const name of root.getAttributeNames()) {
    const value = before.get(name);
    if (typeof value === 'string') root.setAttribute(name, value);
    else root.removeAttribute(name);
  }
  document.title = title;
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height);
  const leaves = 'The file leaves the page with the media of a test.';
  await vi.waitFor(() => expect(emulatedMedia(), leaves).toBe(media), { timeout: 60_000 });
});
