import { defineConfig } from 'vitest/config';
import { nodeConditions } from '../conditions.ts';

/** Benchmarks, run with `pnpm bench`. They never fail. */
export default defineConfig({
  ssr: { resolve: { conditions: nodeConditions } },
  test: { passWithNoTests: true, benchmark: { include: ['bench/**/*.bench.ts'] } },
});
