import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { serveFiles } from '../serve-files.ts';
import { LOOKS, shoot, type Look, type Shot } from './sheet.ts';

/** Number of pages rendered in parallel. */
const PAGES = 2;

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly type: 'story' | 'docs';
}

/** A card needs less of a window than a page does. */
const CARDS: readonly Look[] = LOOKS.map((look) =>
  look.width === 1280 ? { ...look, width: 800, height: 480 } : look,
);

/** Takes a screenshot of every story and docs page of a built Storybook, in each look. */
export async function shootStories(
  browser: Browser,
  built: string,
  folder: string,
  filter: string,
): Promise<readonly Shot[]> {
  const index = JSON.parse(await readFile(join(built, 'index.json'), 'utf8')) as {
    readonly entries: Readonly<Record<string, Entry>>;
  };
  const queue = Object.values(index.entries).filter((entry) => titleOf(entry).includes(filter));
  const server = await serveFiles(built);
  const shots: Shot[] = [];
  await Promise.all(
    Array.from({ length: PAGES }, async () => {
      const page = await browser.newPage();
      for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
        try {
          await page.goto(
            `${server.url}/iframe.html?id=${entry.id}&viewMode=${entry.type}&globals=a11y.manual:!true`,
          );
          await finished(page, entry);
          const looks =
            entry.title.startsWith('Components/') && entry.type === 'story' ? CARDS : LOOKS;
          shots.push(...(await shoot(page, folder, titleOf(entry), looks, put)));
        } catch (error) {
          console.warn(`${titleOf(entry)}: ${String(error)}`);
        }
      }
      await page.close();
    }),
  );
  await server.close();
  return shots.toSorted((left, right) => left.title.localeCompare(right.title));
}

/** Waits until what the story plays has been played, so that it rests in its state. */
async function finished(page: Page, { type }: Entry): Promise<void> {
  const shown = type === 'docs' ? '#storybook-docs .page' : '#storybook-root > *';
  await page.locator(shown).first().waitFor({ timeout: 60_000 });
  if (type === 'docs') return page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () => {
      const { currentRender } = window.__STORYBOOK_PREVIEW__;
      return /^(?:afterEach|completing|completed|finished|errored)$/.test(
        currentRender.phase ?? '',
      );
    },
    undefined,
    { timeout: 60_000 },
  );
}

/** A story takes its scheme and direction from Storybook. */
async function put(page: Page, { scheme, direction }: Look): Promise<void> {
  await page.evaluate(
    (globals) => window.__STORYBOOK_ADDONS_CHANNEL__.emit('updateGlobals', { globals }),
    { theme: scheme, direction },
  );
  // Two frames: one in which the story is rendered, one in which it is painted.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

declare global {
  interface Window {
    __STORYBOOK_PREVIEW__: { readonly currentRender: { readonly phase?: string } };
    __STORYBOOK_ADDONS_CHANNEL__: {
      on(event: string, listener: (data: unknown) => void): void;
      emit(event: string, data: object): void;
    };
  }
}

function titleOf({ title, name }: Pick<Entry, 'title' | 'name'>): string {
  return `${title}: ${name}`;
}
