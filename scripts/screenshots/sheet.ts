import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Page } from 'playwright';

/** Content of one screenshot. */
export interface Shot {
  /** The scenario or the story. */
  readonly title: string;
  readonly look: string;
  readonly file: string;
}

/** Viewport and color scheme of a screenshot. */
export interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
  readonly direction: 'ltr' | 'rtl';
}

/** 320 × 200 is what 400 % leaves of a window of 1280 × 800. */
export const LOOKS: readonly Look[] = [
  { name: 'light', width: 1280, height: 800, scheme: 'light', direction: 'ltr' },
  { name: 'dark', width: 1280, height: 800, scheme: 'dark', direction: 'ltr' },
  { name: 'rtl', width: 1280, height: 800, scheme: 'light', direction: 'rtl' },
  { name: '390', width: 390, height: 844, scheme: 'light', direction: 'ltr' },
  { name: '400-percent', width: 320, height: 200, scheme: 'light', direction: 'ltr' },
];

/** Takes a screenshot of the page in each look, and returns visible defects. */
export async function shoot(
  page: Page,
  folder: string,
  title: string,
  looks: readonly Look[] = LOOKS,
  prepare: (page: Page, look: Look) => Promise<unknown> = setDirection,
): Promise<readonly Shot[]> {
  const shots: Shot[] = [];
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: look.height });
    await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' });
    await prepare(page, look);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (wide > 0) console.warn(`${title}, ${look.name}: ${wide} px wider than the window`);
    // What sticks to an edge of the window would be in the middle of the picture.
    await page.evaluate(() => window.scrollTo(0, 0));
    const name = title.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
    const file = join(folder, look.name, `${name}.png`);
    await mkdir(dirname(file), { recursive: true });
    await page.screenshot({ path: file, fullPage: true });
    shots.push({ title, look: look.name, file });
  }
  return shots;
}

const setDirection = (page: Page, { direction }: Look): Promise<void> =>
  page.evaluate((name) => {
    document.documentElement.dir = name;
  }, direction);

/** Writes a page with all screenshots, one row per title. */
export async function writeSheet(folder: string, shots: readonly Shot[]): Promise<string> {
  const titles = [...new Set(shots.map(({ title }) => title))];
  const rows = titles.map(
    (each) =>
      `<h2>${escape(each)}</h2><div>${shots
        .filter(({ title }) => title === each)
        .map(({ look, file }) => {
          const path = escape(relative(folder, file));
          return `<figure><a href="${path}"><img loading="lazy" src="${path}" alt=""></a><figcaption>${look}</figcaption></figure>`;
        })
        .join('')}</div>`,
  );
  const file = join(folder, 'index.html');
  await mkdir(folder, { recursive: true });
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>body{font:14px system-ui;margin:24px}div{display:flex;gap:16px;overflow-x:auto;align-items:start}figure{margin:0}img{height:320px;border:1px solid #8884}h2{font-size:14px;margin:24px 0 8px}</style><h1>${shots.length} screenshots</h1>${rows.join('\n')}`,
  );
  return file;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
