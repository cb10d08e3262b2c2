import { expect, type Locator } from '@playwright/test';

/**
 * Presses until the press counts: cards ignore what comes right after they appear, so that nobody
 * answers what they have not seen. The very element is pressed, never one that came in its place;
 * `clickCount` 2 is somebody impatient, whose first click may take the element away: what came of the
 * press is for the caller to look at.
 */
export async function press(button: Locator, clickCount = 1): Promise<void> {
  const element = await button.elementHandle();
  if (element === null) throw new Error('There is nothing to press.');
  await expect(async () => {
    await element.click({ timeout: 1000, clickCount }).catch(async (error: unknown) => {
      if (await element.evaluate((node) => node.isConnected)) throw error;
    });
    const counts = await element.evaluate((node) => {
      const state = node.closest('[data-state]')?.getAttribute('data-state') ?? 'pending';
      const disabled = node instanceof HTMLButtonElement && node.disabled;
      return !node.isConnected || disabled || state !== 'pending';
    });
    expect(counts).toBe(true);
  }).toPass();
}
