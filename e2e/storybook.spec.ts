import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { run } from '../scripts/run.ts';
import { serveFiles } from '../scripts/serve-files.ts';
import { violationsOn } from './accessibility.ts';
import { expect, test as base } from './console-test.ts';

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly type: 'story' | 'docs';
  readonly tags: readonly string[];
}

/** The built Storybook on a host that serves it below a path, as the pages of a project do. */
interface Book {
  readonly url: string;
  /** The pages in the sidebar. */
  readonly entries: readonly Entry[];
}

const test = base.extend<object, { book: Book }>({
  book: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures here
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hitl-storybook-'));
      expect(await run('pnpm', ['exec', 'storybook', 'build', '--quiet', '-o', folder])).toBe(0);
      const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as {
        readonly entries: Readonly<Record<string, Entry>>;
      };
      const server = await serveFiles(folder, '/some/where');
      const entries = Object.values(index.entries).filter(({ tags }) => tags.includes('dev'));
      await use({ url: server.url, entries });
      await server.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

// One worker, so that Storybook is built once.
test.describe.configure({ mode: 'default' });

/** Shows a page of Storybook by itself. Storybook is loaded with the first one alone. */
async function show(page: Page, { url }: Book, { id, type }: Entry): Promise<void> {
  const query = `id=${id}&viewMode=${type}`;
  if (page.url() === 'about:blank') {
    await page.goto(`${url}/iframe.html?${query}&globals=a11y.manual:!true`);
  } else {
    // Until it is rendered, the page before it is still there.
    await page.evaluate(
      (selection) =>
        new Promise<void>((resolve) => {
          const channel = window.__STORYBOOK_ADDONS_CHANNEL__;
          channel.on(`${selection.viewMode}Rendered`, (rendered) => {
            if (rendered === selection.storyId) resolve();
          });
          channel.emit('setCurrentStory', selection);
        }),
      { storyId: id, viewMode: type },
    );
  }
  await page.waitForURL((address) => address.search.includes(query));
  const root = page.locator(type === 'docs' ? '#storybook-docs' : '#storybook-root');
  await expect(root.locator('.page h1')).toBeVisible();
  if (type === 'docs') await expect(root.locator('.sb-story').first()).toHaveText(/\S/);
}

declare global {
  interface Window {
    __STORYBOOK_ADDONS_CHANNEL__: {
      on(event: string, listener: (data: unknown) => void): void;
      emit(event: string, data: object): void;
    };
  }
}

test('Storybook works below any path: it opens on the introduction, and every kind of page is reached', async ({
  page,
  book,
}) => {
  await page.goto(`${book.url}/`);
  const shown = page.frameLocator('#storybook-preview-iframe');
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText(/^An agent asks/);
  await expect(shown.getByRole('button', { name: 'Allow once' })).toBeVisible();
  const sidebar = page.getByRole('navigation').first();
  for (const name of ['Getting started', 'Theming', 'Protocol explorer', 'Permission playground']) {
    await sidebar.getByRole('link', { name, exact: true }).click();
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText(name);
  }
  await sidebar.getByRole('button', { name: 'Recipes' }).click();
  await sidebar.getByRole('link', { name: 'In a chat' }).click();
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('In a chat');
  await sidebar.getByRole('button', { name: 'Components' }).click();
  await sidebar.getByRole('button', { name: 'Confirm', exact: true }).click();
  await sidebar.getByRole('link', { name: 'Docs', exact: true }).click();
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Confirm');
  await shown.getByRole('link', { name: 'Expired', exact: true }).click();
  await expect(shown.getByText('Expired', { exact: true })).toBeVisible();
  // Stories that are only tests are not listed.
  await expect(sidebar.getByText('Flows')).toHaveCount(0);
});

test('the introduction leads to each part of Storybook', async ({ page, book }) => {
  await page.goto(`${book.url}/`);
  const shown = page.frameLocator('#storybook-preview-iframe');
  await shown.getByRole('link', { name: /^Recipes/ }).click();
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('In a chat');
});

test('no page of Storybook has an accessibility violation', async ({ context, book }) => {
  const pages = book.entries.filter(
    ({ title, type }) => type === 'docs' || !title.startsWith('Components/'),
  );
  expect(pages.length).toBeGreaterThan(30);
  const LOOKS = [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 390 },
  ] as const;
  await Promise.all(
    LOOKS.map(async ({ colorScheme, width }, turn) => {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      // Every page once: every other one in the dark on a phone.
      for (const entry of pages.filter((_, index) => index % LOOKS.length === turn)) {
        await show(page, book, entry);
        const violations = await violationsOn(page);
        const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
        expect(found, `${entry.id}, ${colorScheme}, ${width} px`).toEqual([]);
      }
    }),
  );
});
