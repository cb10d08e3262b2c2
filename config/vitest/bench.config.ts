import { defineConfig } from 'vitest/config';
import { nodeConditions } from '../conditions.ts';

/** Measurements, run by hand with `pnpm bench`; they are no tests and pass or fail nothing. */
export default defineConfig({
  ssr: { resolve: { conditions: nodeConditions } },
  test: { passWithNoTests: true, benchmark: { include: ['bench/**/*.bench.ts'] } },
});
