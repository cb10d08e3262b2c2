import { expect, type ElementHandle, type Locator } from '@playwright/test';

/** A button, and how many presses have reached it. */
interface Watched {
  readonly element: ElementHandle<Element>;
  readonly presses: () => Promise<number>;
}

async function watch(button: Locator): Promise<Watched> {
  const element = await button.elementHandle();
  if (element === null) throw new Error('There is nothing to press.');
  const heard = await element.evaluateHandle((node) => {
    const count = { presses: 0 };
    node.addEventListener('click', () => (count.presses += 1), { capture: true });
    return count;
  });
  return { element, presses: () => heard.evaluate(({ presses }) => presses) };
}

/**
 * Presses until the press counts, because cards ignore presses right after they appear. Once a press has
 * reached the button, only this element is pressed again, never one that replaces it. With `clickCount` 2
 * the first click may remove the element; the caller checks the effect of the press.
 */
export async function press(button: Locator, clickCount = 1): Promise<void> {
  // Chromium need not draw a tab behind another one, and a click waits until it is drawn.
  await button.page().bringToFront();
  let { element, presses } = await watch(button);
  const isConnected = (): Promise<boolean> => element.evaluate((node) => node.isConnected);
  const counts = async (): Promise<boolean> =>
    (await presses()) > 0 &&
    element.evaluate((node) => {
      const state = node.closest('[data-state]')?.getAttribute('data-state') ?? 'pending';
      const disabled = node instanceof HTMLButtonElement && node.disabled;
      return !node.isConnected || disabled || state !== 'pending';
    });
  await expect(async () => {
    // A click that took too long may have reached the button all the same.
    if (await counts()) return;
    if (!(await isConnected())) ({ element, presses } = await watch(button));
    await element.click({ timeout: 10_000, clickCount }).catch(async (error: unknown) => {
      if (await isConnected()) throw error;
    });
    expect(await counts()).toBe(true);
  }).toPass();
}
