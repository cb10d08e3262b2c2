import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds wrong with a page. */
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/**
 * What axe finds wrong with a page, with all its rules, best practices included. It does not describe
 * the elements that pass, and does not open a second page to merge the results of frames from other
 * origins, of which we have none: together these take twice as long as the check itself.
 */
export async function violationsOn(page: Page): Promise<Violations> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations;
}
