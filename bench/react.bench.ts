import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { expect, test, vi } from 'vitest';
import { chromiumLaunchOptions } from '../config/chromium.ts';
import { browserConditions } from '../config/conditions.ts';
import type { Costs, Scene, Variant } from './react/page.tsx';

/**
 * 1,000 requests in the inbox, as cards and as a list, and 64 rows of one
 * batch, in Chromium, with the production builds of React and of the kit. Beside it, in the same page
 * and in turns: the same markup built by hand from DOM calls, under the same style sheet with its
 * `content-visibility`, and the same markup as a plain React list of memoized items.
 *
 * `shown` is script, style, layout and the work of the next frame. The kit renders a screenful at once
 * and the rest behind it: `last item` is when all are there, `longest task` for how long nothing else
 * could happen meanwhile. Read the ratios, not the numbers.
 */
const ROUNDS = 5;
const SCENES: Readonly<Record<Scene, string>> = {
  cards: '1,000 cards of an inbox',
  panel: '1,000 rows of an inbox',
  batch: '64 rows of a batch',
};
const VARIANTS: readonly Variant[] = ['plain', 'naive', 'kit'];

async function withPage(use: (page: Page) => Promise<void>): Promise<void> {
  const root = fileURLToPath(new URL('react', import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), 'hitl-bench-'));
  const config = { root, configFile: false, logLevel: 'warn', build: { outDir } } as const;
  // Vitest says that this is a test, and Vite would build React for development.
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    ...config,
    resolve: { conditions: browserConditions },
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { checks: { moduleLevelDirective: false } },
    },
  });
  vi.unstubAllEnvs();
  const server = await preview({ ...config, preview: { port: 0, host: '127.0.0.1' } });
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.waitForFunction(() => 'measure' in window);
    await use(page);
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true });
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}

function line(name: string, of: (variant: Variant) => readonly number[]): string {
  const plain = of('plain');
  const cells = VARIANTS.map((variant) => {
    const own = of(variant);
    // The clock of a page has steps of a tenth of a millisecond.
    const ratio = median(
      own.map((ms, round) => Math.max(ms, 0.1) / Math.max(plain[round] ?? 0, 0.1)),
    );
    const beside = variant === 'plain' ? '' : ` (${ratio.toFixed(2)}×)`;
    return `${median(own).toFixed(1)} ms${beside}`.padEnd(20);
  });
  return [name.padEnd(26), ...cells].join('');
}

for (const [scene, title] of Object.entries(SCENES) as [Scene, string][]) {
  test(title, { timeout: 600_000 }, async () => {
    await withPage(async (page) => {
      const costs: Record<Variant, Costs[]> = { plain: [], naive: [], kit: [] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const variant of VARIANTS) {
          const cost = await page.evaluate(([one, other]) => window.measure(one, other), [
            scene,
            variant,
          ] as const);
          // The first round is for the compiler.
          if (round > 0) costs[variant].push(cost);
        }
      }
      const all = (pick: (cost: Costs) => number) => (variant: Variant) => costs[variant].map(pick);
      const lines = [
        ['', ...VARIANTS].map((text, index) => text.padEnd(index === 0 ? 26 : 20)).join(''),
        line(
          'mount: script',
          all(({ mount }) => mount.script),
        ),
        line(
          'mount: shown',
          all(({ mount }) => mount.shown),
        ),
        line(
          'mount: last item',
          all(({ whole }) => whole.done),
        ),
        line(
          'mount: longest task',
          all(({ whole, mount }) => Math.max(whole.longest, mount.shown)),
        ),
        line(
          'one answered: script',
          all(({ update }) => update.script),
        ),
        line(
          'one answered: shown',
          all(({ update }) => update.shown),
        ),
      ];
      console.log(`\n${title}\n${lines.join('\n')}`);
      expect(costs.kit).toHaveLength(ROUNDS);
    });
  });
}
