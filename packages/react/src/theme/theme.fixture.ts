import './theme.css';
import { afterAll, beforeAll } from 'vitest';

const sheets = document.querySelectorAll<HTMLStyleElement>(
  'style[data-vite-dev-id$="/theme/theme.css"]',
);
if (sheets.length !== 1) throw new Error('The stylesheet is not in the page.');

function setMedia(media: string): void {
  for (const sheet of sheets) sheet.media = media;
}

// A stylesheet cannot be unloaded, and the next file of the page may be about parts without it.
setMedia('not all');

/** Applies the stylesheet in the tests of a file. */
export function withTheme(): void {
  beforeAll(() => setMedia(''));
  afterAll(() => setMedia('not all'));
}
