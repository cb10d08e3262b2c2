import { expect } from 'vitest';
import { announce } from './announcer.ts';

const REGION = '[data-hitl-part="announcer"]';

/**
 * Resolves once everything that was announced before is in the live region: announcements within a
 * moment are joined, even across tests.
 */
export async function settleAnnouncements(): Promise<void> {
  const key = crypto.randomUUID();
  announce(key, key);
  await expect.poll(() => document.querySelector(REGION)?.textContent).toContain(key);
}

/** Records every announcement of the page's live region, in order, including repeats. */
export function listen(): string[] {
  const said: string[] = [];
  const watch = new MutationObserver((records) => {
    const region = document.querySelector(REGION);
    const text = region?.textContent ?? '';
    // Empty: the last text was removed.
    if (text !== '' && records.some(({ target }) => target === region)) said.push(text);
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  return said;
}
