import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHitl, createScriptedModel, defineTool } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { createAskHumanTool } from '@hitl/server/tools';
import { expect, test as base } from '@playwright/test';
import { build, preview } from 'vite';

/** The page of `examples/vanilla` on a real server with a scripted agent. */
const test = base.extend<{ page_url: string; effects: string[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures here
  effects: async ({}, use) => use([]),
  page_url: async ({ effects }, use) => {
    const mail = defineTool({
      name: 'mail',
      parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      permission: { kind: 'text', arg: 'to' },
      requiresConsent: true,
      async execute({ to }) {
        effects.push(to);
        return `sent to ${to}`;
      },
    });
    const question = {
      prompt: 'Before I go',
      interaction: {
        type: 'combined',
        interactions: [
          { id: 'how', type: 'input', title: 'How was it?' },
          {
            id: 'next',
            type: 'select',
            title: 'What next?',
            options: [
              { value: 'more', label: 'More mails' },
              { value: 'rest', label: 'Rest' },
            ],
          },
        ],
      },
    };
    const hitl = createHitl({
      agents: [{ name: 'clerk' }],
      tools: [mail, createAskHumanTool()],
      models: [
        createScriptedModel({
          name: 'script',
          turns: [
            {
              text: 'Let me write.',
              toolCalls: [{ id: 'c1', name: 'mail', args: { to: 'ann' } }],
            },
            { toolCalls: [{ id: 'c2', name: 'ask_human', args: question }] },
            { text: 'All done: {{c2}}' },
          ],
        }),
      ],
    });
    const api = await serve({ handler: hitl, port: 0 });
    const configFile = 'examples/vanilla/vite.config.ts';
    const outDir = await mkdtemp(join(tmpdir(), 'hitl-vanilla-'));
    await build({ configFile, logLevel: 'error', build: { outDir } });
    const pages = await preview({
      configFile,
      logLevel: 'error',
      build: { outDir },
      preview: {
        port: 0,
        host: '127.0.0.1',
        proxy: { '^/(agents|interactions|runs|sessions)': { target: api.url } },
      },
    });
    await use(pages.resolvedUrls?.local[0] ?? '');
    await pages.close();
    await rm(outDir, { recursive: true });
    await Promise.all([hitl.close(0), api.close()]);
  },
});

test('the page without a framework asks before it acts, and loses nothing on reload', async ({
  page,
  page_url,
  effects,
}) => {
  await page.goto(page_url);
  await page.getByRole('textbox', { name: 'Message' }).fill('Write to Ann');
  await page.getByRole('button', { name: 'Send' }).click();

  const call = page.getByRole('region', { name: 'mail' });
  await expect(call).toContainText('"to": "ann"');
  await page.reload();
  await expect(page.getByText('Let me write.')).toBeVisible();
  expect(effects).toEqual([]);
  await call.getByRole('button', { name: 'Allow' }).click();

  const question = page.getByRole('region', { name: 'Before I go' });
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(question.getByRole('status')).toContainText('must not be empty');
  await question.getByRole('textbox', { name: 'How was it?' }).fill('Fine <b>really</b>');
  await question.getByRole('radio', { name: 'Rest' }).check();
  await question.getByRole('button', { name: 'Send' }).click();

  await expect(page.getByText(/^All done:/)).toContainText('Fine <b>really</b>');
  await expect(page.getByRole('region')).toHaveCount(0);
  expect(effects).toEqual(['ann']);
});

test('unsent input is restored after a reload, and gone once it was sent', async ({
  page,
  page_url,
}) => {
  await page.goto(page_url);
  await page.getByRole('textbox', { name: 'Message' }).fill('Write to Ann');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();

  const question = page.getByRole('region', { name: 'Before I go' });
  const how = question.getByRole('textbox', { name: 'How was it?' });
  await how.fill('Fine <b>rea');
  await question.getByRole('radio', { name: 'More mails' }).check();
  await question.getByRole('radio', { name: 'Rest' }).check();
  await page.reload();
  await expect(how).toHaveValue('Fine <b>rea');
  await expect(question.getByRole('radio', { name: 'Rest' })).toBeChecked();
  await expect(question.getByRole('radio', { name: 'More mails' })).not.toBeChecked();

  await question.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/^All done:/)).toContainText('Fine <b>rea');
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a second tab follows, and says who answered', async ({ page, page_url, context }) => {
  await page.goto(page_url);
  await page.getByRole('textbox', { name: 'Message' }).fill('Write to Ann');
  await page.getByRole('button', { name: 'Send' }).click();
  const there = await context.newPage();
  await there.goto(page.url());
  await there.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('region', { name: 'mail' })).toHaveCount(0);
  await expect(page.getByText('Permission denied', { exact: false })).toHaveCount(0);
  await expect(page.getByText('Tool execution denied', { exact: false })).toBeVisible();
});
