import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds wrong with a page. */
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** Turns motion off, and waits until what moves has arrived: colors on their way have no contrast yet. */
async function comeToRest(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * What axe finds wrong with a page at rest, with all its rules, best practices included. It does not describe
 * the elements that pass, and does not open a second page to merge the results of frames from other
 * origins, of which we have none: together these take twice as long as the check itself.
 */
export async function violationsOn(page: Page): Promise<Violations> {
  await comeToRest(page);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations;
}
