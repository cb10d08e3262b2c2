import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createHitl, createScriptedModel, defineTool } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { expect, test as base, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { violationsOn } from './accessibility.ts';
import { press } from './press.ts';
import { createStrangerApp, type StrangerApp } from './stranger-app.ts';

/** The application of docs/guides/react.md, built, and served with a real server. */
interface Stranger {
  readonly app: StrangerApp;
  readonly url: string;
  readonly api: string;
  /** Recipients of sent mails. */
  readonly sent: readonly string[];
  /** Makes the agent ask to send a mail. */
  ask(): Promise<void>;
}

const test = base.extend<object, { stranger: Stranger }>({
  stranger: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures here
    async ({}, use) => {
      const sent: string[] = [];
      const mail = defineTool({
        name: 'mail',
        parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
        requiresConsent: true,
        async execute({ to }) {
          sent.push(to);
          return `Sent to ${to}`;
        },
      });
      const call = { id: 'c1', name: 'mail', args: { to: 'ann' } };
      const hitl = createHitl({
        agents: [{ name: 'clerk' }],
        tools: [mail],
        models: [
          createScriptedModel({
            name: 'script',
            turns: [{ text: 'Let me write.', toolCalls: [call] }, { text: 'All done.' }],
          }),
        ],
        basePath: '/hitl',
      });
      const api = await serve({ handler: hitl, port: 0 });
      const app = await createStrangerApp('docs/guides/react.md');
      await app.write('vite.config.ts', (text) => text.replace('http://127.0.0.1:8787', api.url));
      const options = { root: app.folder, logLevel: 'error' } as const;
      await build(options);
      const pages = await preview({ ...options, preview: { port: 0, host: '127.0.0.1' } });
      await use({
        app,
        url: pages.resolvedUrls?.local[0] ?? '',
        api: `${api.url}/hitl`,
        sent,
        async ask() {
          const response = await fetch(`${api.url}/hitl/runs`, {
            method: 'POST',
            // A build in this process delays the timers with which client and server give up an idle
            // connection: the next request could take one that the server is about to close.
            headers: { 'content-type': 'application/json', connection: 'close' },
            body: JSON.stringify({ agent_id: 'clerk', input: 'Write to Ann', user_id: 'ben' }),
          });
          expect(response.ok).toBe(true);
        },
      });
      await pages.close();
      await Promise.all([hitl.close(0), api.close()]);
      await app.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

// One application is built for all tests.
test.describe.configure({ mode: 'default' });

/** Opens a page of the application, makes the agent ask, and collects errors of the page. */
async function open(page: Page, stranger: Stranger, path: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(stranger.url + path);
  await stranger.ask();
  return complaints;
}

/** Double-clicks a button: the card leaves, and one mail is sent. */
async function allows(page: Page, stranger: Stranger, name: string): Promise<void> {
  const before = stranger.sent.length;
  const button = page.getByRole('button', { name, exact: true });
  await press(button, 2);
  await expect(button).toHaveCount(0);
  await expect.poll(() => stranger.sent.slice(before)).toEqual(['ann']);
}

test("the guide's code compiles against the packages as published", async ({ stranger }) => {
  await stranger.app.tool('node_modules/typescript/bin/tsc');
});

test('three lines give a styled card, whose button has one effect', async ({ page, stranger }) => {
  const complaints = await open(page, stranger, '');
  const card = page.getByRole('group', { name: 'Allow mail?' });
  await expect(card).toContainText('ann');
  await expect(card).toHaveCSS('border-radius', '10px');
  await expect(card).toHaveCSS('border-top-style', 'solid');
  await expect(card).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(card.getByText('Allow mail?')).toHaveCSS('font-weight', '600');
  await expect(card.getByRole('button', { name: 'Allow' })).toHaveCSS('min-height', '32px');
  await expect(card.getByRole('combobox', { name: 'Remember' })).toHaveValue('once');
  expect(await violationsOn(page)).toEqual([]);
  await allows(page, stranger, 'Allow once');
  await expect(page.getByText('Allowed')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('is dark if the user prefers that, and fits a phone', async ({ page, stranger }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, stranger, '');
  const card = page.getByRole('group', { name: 'Allow mail?' });
  await expect(card).toHaveCSS('background-color', 'rgb(29, 30, 34)');
  const scrolls = await page.evaluate(
    () => document.documentElement.scrollWidth > window.innerWidth,
  );
  expect(scrolls).toBe(false);
  await allows(page, stranger, 'Allow once');
});

test('requests can be placed one by one', async ({ page, stranger }) => {
  await open(page, stranger, 'one-by-one');
  await allows(page, stranger, 'Allow once');
  await expect(page.getByText('Nothing is waiting for you.')).toBeVisible();
});

test('a chat continues after a reload', async ({ page, stranger }) => {
  await page.goto(`${stranger.url}chat#${crypto.randomUUID()}`);
  await page.getByRole('textbox', { name: 'Message' }).fill('Write to Ann');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Let me write.')).toBeVisible();
  await allows(page, stranger, 'Allow once');
  await expect(page.getByText('All done.')).toBeVisible();
});

test('a renderer shows its requests', async ({ page, stranger }) => {
  const complaints = await open(page, stranger, 'renderers');
  await expect(page.getByRole('heading', { name: 'Send this mail?' })).toBeVisible();
  await allows(page, stranger, 'Send it');
  expect(complaints).toEqual([]);
});

test('variables and unlayered rules of the page win', async ({ page, stranger }) => {
  await open(page, stranger, 'brand');
  const card = page.getByRole('group', { name: 'Allow mail?' });
  await expect(card).toHaveCSS('border-radius', '4px');
  await expect(card.getByText('Allow mail?')).toHaveCSS('font-family', 'Georgia, serif');
  await expect(card.getByRole('button', { name: 'Allow' })).toHaveCSS(
    'background-color',
    'rgb(15, 118, 110)',
  );
  await allows(page, stranger, 'Allow once');
});

test("Tailwind's classes win over our look, and our look over its reset", async ({
  page,
  stranger,
}) => {
  await open(page, stranger, 'with-tailwind');
  const card = page.getByRole('group', { name: 'Allow mail?' });
  await expect(card).toHaveCSS('border-radius', '16px');
  await expect(card.getByText('Allow mail?')).toHaveCSS('font-size', '18px');
  await expect(card.getByRole('button', { name: 'Deny' })).toHaveCSS('border-top-width', '1px');
  await expect(card.getByRole('button', { name: 'Allow' })).toHaveCSS('padding-left', '20px');
  await allows(page, stranger, 'Allow once');
});

test('custom buttons answer', async ({ page, stranger }) => {
  await open(page, stranger, 'own-buttons');
  await expect(page.getByRole('button', { name: 'Do it' })).toHaveClass('button button-loud');
  await allows(page, stranger, 'Do it');
});

test('hooks alone make a card', async ({ page, stranger }) => {
  await open(page, stranger, 'headless');
  const card = page.getByRole('group', { name: 'Allow mail?' });
  await expect(card).toContainText('"to": "ann"');
  await expect(card.locator('[data-hitl-part]')).toHaveCount(0);
  await allows(page, stranger, 'Yes');
});

test('a server renders pending requests', async ({ stranger }) => {
  await stranger.ask();
  const { app, api } = stranger;
  const outDir = join(app.folder, 'dist-server');
  await build({
    root: app.folder,
    logLevel: 'error',
    build: { ssr: 'src/server.tsx', outDir },
  });
  const entry = pathToFileURL(join(outDir, 'server.js')).href;
  const { render } = (await import(entry)) as { render: (baseUrl: string) => Promise<string> };
  const html = await render(api);
  expect(html).toContain('aria-label="Allow mail?"');
  expect(html).toContain('ann');
  expect(html).toMatch(/<button[^>]*>(?:<bdi>)?Allow/);
});

test("the guide's test passes", async ({ stranger }) => {
  const output = await stranger.app.tool(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--environment=jsdom',
    '--reporter=tap',
  );
  expect(output).toContain('a mail is sent once it was allowed');
});
