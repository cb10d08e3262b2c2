import { expect, test } from 'vitest';
import type { PermissionStore } from '../store/permission-store.ts';
import { permissionCases } from '../../../permissions/src/permission-cases.fixture.ts';
import { createCaseServers } from './case-servers.fixture.ts';

/** Every fifth case, and all cases with expiring rules, since stores differ most in times. */
const sample = permissionCases.filter(
  ({ rules }, index) => index % 5 === 0 || rules.some(({ expires_at: at }) => at !== undefined),
);

/** Tests that stored rules decide as in the cases. `open` returns a store without rules. */
export function describePermissionVerdicts(
  name: string,
  open: () => Promise<PermissionStore>,
): void {
  test(`${name} gives the verdicts of ${sample.length} cases`, { timeout: 180_000 }, async () => {
    const servers = createCaseServers(open);
    const verdicts: Record<string, unknown> = {};
    for (const one of sample) {
      const { refused, status, decision } = await servers.evaluate(one);
      // Refused rules never reach a store.
      if (refused.length === 0 && status === undefined) verdicts[one.id] = decision;
    }
    await servers.close();
    const reached = sample.filter(({ id }) => Object.hasOwn(verdicts, id));
    expect(reached.length).toBeGreaterThan(sample.length - 5);
    expect(verdicts).toEqual(Object.fromEntries(reached.map(({ id, expected }) => [id, expected])));
  });
}
