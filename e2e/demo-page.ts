import type { Locator, Page } from '@playwright/test';

/** The command of the dangerous scenario. */
export const DANGEROUS = 'rm -rf ./build && echo removed';

/** Starts a scenario from the start screen. */
export async function begin(page: Page, url: string, title: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: title }).click();
}

/** The newest card with this title. */
export function card(page: Page, name: string | RegExp): Locator {
  return page.getByRole('main').getByRole('group', { name }).last();
}

/** The panel of calls that are pending together. */
export function batch(page: Page): Locator {
  return page.getByRole('main').getByRole('group', { name: 'Calls waiting for you' });
}

/** Opens one of the tabs next to the conversation. */
export async function openTab(page: Page, name: 'Waiting' | 'Rules' | 'Record'): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

/** How many pixels of the page are outside of the window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** The focused element, as text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element, body } = document;
    if (element === null || element === body) return 'nothing';
    const label = element.getAttribute('aria-label') ?? element.textContent.trim();
    return `${element.tagName.toLowerCase()} ${label}`;
  });
}
