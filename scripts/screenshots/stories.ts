import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import type { Browser } from 'playwright';
import { LOOKS, shoot, type Shot } from './sheet.ts';

/** A story takes its scheme and direction from Storybook, so each one is a separate visit. */
const VISITS = [
  [
    'theme:light',
    LOOKS.filter(({ scheme, direction }) => scheme === 'light' && direction === 'ltr'),
  ],
  ['theme:dark', LOOKS.filter(({ scheme }) => scheme === 'dark')],
  ['theme:light;direction:rtl', LOOKS.filter(({ direction }) => direction === 'rtl')],
] as const;

/** Number of pages rendered in parallel. */
const PAGES = 3;

interface Story {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly type: string;
}

/** Takes a screenshot of every story of a built Storybook, in each look. */
export async function shootStories(
  browser: Browser,
  built: string,
  folder: string,
  filter: string,
): Promise<readonly Shot[]> {
  const index = JSON.parse(await readFile(join(built, 'index.json'), 'utf8')) as {
    readonly entries: Readonly<Record<string, Story>>;
  };
  const stories = Object.values(index.entries).filter(
    ({ type, title, name }) => type === 'story' && titleOf({ title, name }).includes(filter),
  );
  const { server, url } = await serve(built);
  const shots: Shot[] = [];
  const queue = [...stories];
  await Promise.all(
    Array.from({ length: PAGES }, async () => {
      const page = await browser.newPage();
      for (let story = queue.shift(); story !== undefined; story = queue.shift()) {
        const title = titleOf(story);
        try {
          for (const [globals, looks] of VISITS) {
            await page.goto(`${url}/iframe.html?id=${story.id}&viewMode=story&globals=${globals}`);
            await page.locator('#storybook-root > *').first().waitFor({ timeout: 20_000 });
            shots.push(...(await shoot(page, folder, title, looks)));
          }
        } catch (error) {
          console.warn(`${title}: ${String(error)}`);
        }
      }
      await page.close();
    }),
  );
  server.close();
  server.closeAllConnections();
  return shots.toSorted((left, right) => left.title.localeCompare(right.title));
}

function titleOf({ title, name }: Pick<Story, 'title' | 'name'>): string {
  return `${title}: ${name}`;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

async function serve(folder: string): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = normalize(join(folder, decodeURIComponent(pathname)));
    if (!file.startsWith(folder + sep)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file)
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return { server, url: `http://127.0.0.1:${address.port}` };
}
