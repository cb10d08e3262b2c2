import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hitl/server/node';
import { expect, test as base, type Page, type Route } from '@playwright/test';
import { build, preview } from 'vite';
import { createChatServer } from '../examples/chat/server.ts';
import { violationsOn } from './accessibility.ts';
import { press } from './press.ts';

/** The chats of `examples/`, built, and served by one server with a scripted agent. */
interface Chats {
  /** The URL of one of them. */
  open(name: string): Promise<string>;
  /** Effects of the tools in all of them. */
  readonly effects: readonly string[];
}

const test = base.extend<object, { chats: Chats }>({
  chats: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures here
    async ({}, use) => {
      const effects: string[] = [];
      const hitl = createChatServer((what) => effects.push(what));
      const api = await serve({ handler: hitl, port: 0 });
      const folder = await mkdtemp(join(tmpdir(), 'hitl-examples-'));
      const closing: (() => Promise<unknown>)[] = [];
      await use({
        effects,
        async open(name) {
          const configFile = `examples/${name}/vite.config.ts`;
          const outDir = join(folder, name);
          const common = { configFile, logLevel: 'error', build: { outDir } } as const;
          await build(common);
          const proxy = { '^/(agents|interactions|runs|sessions)': { target: api.url } };
          const pages = await preview({
            ...common,
            preview: { port: 0, host: '127.0.0.1', proxy },
          });
          closing.push(() => pages.close());
          return pages.resolvedUrls?.local[0] ?? '';
        },
      });
      await Promise.all(closing.map((close) => close()));
      await Promise.all([hitl.close(0), api.close()]);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

const card = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).last().click();
}

for (const name of ['vanilla', 'web-component', 'vue', 'svelte']) {
  test(`the chat in ${name} asks before it acts, shows the whole call, and loses nothing`, async ({
    page,
    chats,
    context,
  }) => {
    const troubles: string[] = [];
    page.on('console', (message) => {
      const { url } = message.location();
      // A new session is unknown to the server, and later the network is down for a while.
      const isMeant = url.includes('/sessions/') || message.text().includes('DISCONNECTED');
      if (['error', 'warning'].includes(message.type()) && !isMeant) troubles.push(message.text());
    });
    const before = chats.effects.length;
    // A separate user, so that rules saved by other tests do not apply.
    await page.goto(`${await chats.open(name)}?user=${name}`);
    await say(page, 'The total is wrong');

    const edit = card(page, 'Edit src/cart.js?');
    await expect(edit.locator('.removed')).toHaveText(/total \+= item\.price;/);
    await expect(edit.locator('.added')).toHaveText(/item\.price \* item\.quantity/);
    const mail = card(page, 'Allow mail?');
    await mail.getByLabel(/^Reason/).fill('Only Bob, ple');
    await page.reload();
    await expect(mail.getByLabel(/^Reason/)).toHaveValue('Only Bob, ple');
    expect(await violationsOn(page)).toEqual([]);
    expect(chats.effects).toHaveLength(before);
    await edit.getByRole('combobox', { name: 'Remember' }).selectOption('Always');
    await expect(edit.getByRole('radio', { name: 'this call only' })).toBeChecked();
    // The card leaves after the double click: the second half would press the one that takes its place.
    let arrive = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const sent = async (route: Route): Promise<void> => {
      await held;
      await route.continue();
    };
    await page.route('**/respond', sent, { times: 1 });
    await press(edit.getByRole('button', { name: 'Always allow' }), 2);
    arrive();
    await expect(edit).toHaveCount(0);
    // The focused element is gone; the next card gets the focus.
    await expect(mail).toBeFocused();

    // Another person answers in another window.
    const there = await context.newPage();
    await there.goto(page.url().replace(/user=[^#]*/, 'user=bob'));
    await press(card(there, 'Allow mail?').getByRole('button', { name: 'Deny' }));
    await expect(mail).toHaveCount(0);
    await expect(conversation(page)).toContainText(/Denied mail\s*ann\s*by bob/);
    await expect(conversation(page)).toContainText(
      /Edited\s*src\/cart\.js\s*allowed by you · always/,
    );
    expect(chats.effects.slice(before)).toEqual(['Edited src/cart.js.']);
    await there.close();

    const question = card(page, 'Before I go');
    const how = question.getByRole('textbox', { name: 'How was it?' });
    await expect(async () => {
      await question.getByRole('button', { name: 'Send' }).click({ timeout: 1000 });
      await expect(question).toContainText('Required.', { timeout: 1000 });
    }).toPass();
    await expect(how).toHaveAccessibleDescription('Required.');
    await how.fill('Fine <b>really</b>');
    await question.getByRole('textbox', { name: 'Other, in your own words' }).fill('Sleep');
    await page.reload();
    await expect(how).toHaveValue('Fine <b>really</b>');
    await expect(question.getByRole('radio', { name: 'Other' })).toBeChecked();
    // Enter in a field is a press of “Send”; one right after the card appeared does not count.
    await expect(async () => {
      if ((await question.count()) > 0) await how.press('Enter', { timeout: 1000 });
      await expect(question).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    await expect(conversation(page)).toContainText('You said: Fine <b>really</b>');
    await expect(conversation(page)).toContainText('Sleep');

    await say(page, 'danger');
    const wipe = card(page, 'Allow wipe?');
    await expect(wipe).toContainText('rm -rf ./build\\u{202e}\\u{200b} <b>now</b>');
    expect(await page.locator('main b').count()).toBe(0);
    await expect(wipe).toContainText('High risk');
    await expect(wipe.getByRole('combobox')).toHaveCount(0);

    // The edited arguments run.
    await wipe.getByRole('button', { name: 'Edit' }).click();
    const command = wipe.getByRole('textbox', { name: 'command' });
    await command.fill('rm -rf ');
    await command.press('End');
    await command.pressSequentially('./dist');
    await expect(command).toHaveValue('rm -rf ./dist');

    // The network fails right before the answer, which is sent later, once.
    await context.setOffline(true);
    await press(wipe.getByRole('button', { name: 'Allow edited' }));
    await expect(wipe.getByRole('status')).toContainText('may not have arrived');
    await context.setOffline(false);
    await expect(conversation(page)).toContainText('That was it.');
    await expect(page.locator('.card')).toHaveCount(0);
    expect(chats.effects.slice(before + 1)).toEqual(['Ran rm -rf ./dist']);
    expect(troubles).toEqual([]);
  });
}
