import { expect, type Locator } from '@playwright/test';

/**
 * Presses until the press counts, because cards ignore presses right after they appear. It presses
 * exactly this element, never a replacement. With `clickCount` 2 the first click may remove the
 * element; the caller checks the effect of the press.
 */
export async function press(button: Locator, clickCount = 1): Promise<void> {
  // Chromium need not draw a tab behind another one, and a click waits until it is drawn.
  await button.page().bringToFront();
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
