import { config } from 'zod';

/**
 * Declares that this process validates each kind of value only a few times: by default zod compiles
 * a function for each schema, which pays off only in a server. Applies to schemas created
 * afterwards.
 */
export function expectFewChecks(): void {
  config({ jitless: true });
}
