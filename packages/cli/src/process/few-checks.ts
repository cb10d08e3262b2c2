import { config } from 'zod';

/**
 * Says that this process checks each kind of value a few times at most: by default zod compiles a
 * function for each schema, which pays off in a server only. For schemas that are made afterwards.
 */
export function expectFewChecks(): void {
  config({ jitless: true });
}
