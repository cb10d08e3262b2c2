import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The violations that axe finds in a page. */
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** Turns motion off, and waits for running animations: colors in transition have no contrast yet. */
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
 * Returns the violations of a page without motion, by all rules of axe, best practices included. It
 * does not describe the elements that pass, and does not open a second page to merge the results of
 * frames from other origins, of which we have none: together these take twice as long as the check.
 */
export async function violationsOn(page: Page): Promise<Violations> {
  await comeToRest(page);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations;
}
