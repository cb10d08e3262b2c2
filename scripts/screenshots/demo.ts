import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { killDemo, launchDemo } from '../../e2e/launch-demo.ts';
import { shoot, type Shot } from './sheet.ts';

/** Walks through the demo and takes a screenshot of each state. */
export async function shootDemo(
  browser: Browser,
  folder: string,
  filter: string,
): Promise<readonly Shot[]> {
  const data = await mkdtemp(join(tmpdir(), 'hitl-screenshots-'));
  const demo = await launchDemo(data);
  const shots: Shot[] = [];
  const take = async (page: Page, title: string): Promise<void> => {
    if (title.includes(filter)) shots.push(...(await shoot(page, folder, title)));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  };
  try {
    for (const [name, walk] of Object.entries(WALKS)) {
      const page = await browser.newPage();
      page.setDefaultTimeout(20_000);
      await page.goto(demo.url);
      await walk(page, (step) =>
        take(page, `Demo: ${name}${step === '' ? '' : `, ${step}`}`),
      ).catch((error: unknown) => console.warn(`Demo: ${name}: ${String(error)}`));
      await page.close();
    }
  } finally {
    await killDemo(demo.child);
    await rm(data, { recursive: true, force: true });
  }
  return shots;
}

type Walk = (page: Page, take: (step: string) => Promise<void>) => Promise<void>;

const begin = (page: Page, title: string) => page.getByRole('button', { name: title }).click();

/** Presses until the button disappears: cards ignore presses right after they appear. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name }).first();
  const element = await button.elementHandle();
  while (await element?.evaluate((node) => node.isConnected)) {
    await element?.click({ timeout: 2000 }).catch(() => undefined);
    await page.waitForTimeout(300);
    if (await element?.evaluate((node) => (node as HTMLButtonElement).disabled)) return;
  }
}

const WALKS: Readonly<Record<string, Walk>> = {
  async start(page, take) {
    await page.getByRole('button', { name: 'Five calls at once' }).waitFor();
    await take('');
  },
  async 'repair a test'(page, take) {
    await begin(page, 'Repair a failing test');
    await page.getByRole('button', { name: /^Allow \d/ }).waitFor();
    await take('two commands');
    await press(page, /^Allow \d/);
    await page
      .getByRole('radio', { name: /Multiply/ })
      .first()
      .waitFor();
    await take('two questions');
    await page
      .getByRole('radio', { name: /Multiply/ })
      .first()
      .check();
    await press(page, /^Send$/);
    await page.getByRole('button', { name: 'Decline' }).first().waitFor();
    await press(page, 'Decline');
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    await take('an edit');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'new_text' }).waitFor();
    await take('being edited');
    await press(page, /^Allow/);
    await page.getByText('Let me see whether it works').waitFor();
    await page.getByRole('button', { name: /^Deny/ }).first().waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Leave the tests alone');
    await take('a message while it waits');
    await page.getByRole('textbox', { name: 'Message' }).fill('');
    await press(page, /^Deny/);
    await page.getByText('I did not run the tests').waitFor();
    await take('the end');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByText(/^Verified/).waitFor();
    await page.getByText('Raw events').click();
    await take('its record');
  },
  async 'five calls'(page, take) {
    await begin(page, 'Five calls at once');
    await page.getByRole('button', { name: /^Allow \d/ }).waitFor();
    await take('');
  },
  async 'a dangerous command'(page, take) {
    await begin(page, 'A dangerous command');
    await page.getByRole('button', { name: /^Deny/ }).first().waitFor();
    await take('');
    await page.getByRole('button', { name: 'Pause' }).first().click();
    await page.getByRole('button', { name: 'Resume' }).first().waitFor();
    await take('paused');
    await page.getByRole('button', { name: 'Resume' }).first().click();
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
    await take('offline');
    await page.context().setOffline(false);
  },
  async 'a long task'(page, take) {
    await begin(page, 'A long task');
    await press(page, /^Allow/);
    await page.getByRole('progressbar').first().waitFor();
    await take('running');
  },
  async 'a form'(page, take) {
    await begin(page, 'One form for everything');
    await page.getByRole('textbox', { name: 'Headline' }).waitFor();
    await take('');
  },
  async 'a nested agent'(page, take) {
    await begin(page, 'An agent that asks another');
    await page
      .getByRole('button', { name: /^(Deny|Allow)/ })
      .first()
      .waitFor();
    await take('');
  },
  async 'two people'(page, take) {
    await begin(page, 'Two people');
    const reviewer = page.getByRole('region', { name: 'Grace, reviewer' });
    const deny = reviewer.getByRole('button', { name: 'Deny', exact: true });
    await deny.waitFor();
    await take('');
    await deny.click();
    await page.getByText('I left the build folder as it is.').waitFor();
    await take('answered by the other');
  },
  async 'break it'(page, take) {
    await begin(page, 'Break it');
    await page.getByRole('button', { name: /^Deny/ }).first().waitFor();
    await take('');
    await page.getByRole('button', { name: 'Drop the network' }).click();
    await page.getByText('cannot be reached').waitFor();
    await take('network dropped');
    await page.getByRole('button', { name: 'Restore the network' }).click();
    await page.getByRole('button', { name: 'Answer twice' }).click();
    await page.getByText('already_resolved').waitFor();
    await take('answered twice');
  },
  async 'out of time'(page, take) {
    await begin(page, 'Out of time');
    await page.getByText('No one answered in time').waitFor({ timeout: 60_000 });
    await take('');
  },
  async drawer(page, take) {
    await begin(page, 'Five calls at once');
    await page.getByRole('button', { name: /^Allow \d/ }).waitFor();
    await page.setViewportSize({ width: 900, height: 700 });
    await page
      .getByRole('button', { name: /Waiting/ })
      .first()
      .click();
    await take('on a phone');
  },
  async rules(page, take) {
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.evaluate(async () => {
      for (const resource of ['bash(npm run lint:*)', 'bash(rm -rf ./build && echo removed)']) {
        await fetch('/permissions/you/allow', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ resource }),
        });
      }
    });
    await page.reload();
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByText('bash(npm run lint:*)').waitFor();
    await take('');
  },
};
