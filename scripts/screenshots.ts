import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { chromiumLaunchOptions } from '../config/chromium.ts';
import { chromiumProblem } from './chromium.ts';
import { root, run } from './run.ts';
import { shootDemo } from './screenshots/demo.ts';
import { writeSheet, type Shot } from './screenshots/sheet.ts';
import { shootStories } from './screenshots/stories.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    demo: { type: 'boolean', default: true },
    stories: { type: 'boolean', default: true },
    build: { type: 'boolean', default: true },
  },
});
const [filter = ''] = positionals;

const problem = await chromiumProblem();
if (problem !== undefined) throw new Error(problem);

const folder = join(root, 'screenshots');
const built = join(root, 'storybook-static');
if (values.build) {
  const steps = [
    ...(values.demo ? [['build', '--filter=@hitl/demo']] : []),
    ...(values.stories ? [['storybook:build']] : []),
  ];
  for (const step of steps) if ((await run('pnpm', step)) !== 0) process.exit(1);
}
if (values.stories && !existsSync(join(built, 'index.json'))) {
  throw new Error('There is no built Storybook: leave --no-build out.');
}
if (filter === '') await rm(folder, { recursive: true, force: true });

const browser = await chromium.launch(chromiumLaunchOptions());
const shots: Shot[] = [];
try {
  if (values.demo) shots.push(...(await shootDemo(browser, folder, filter)));
  if (values.stories) shots.push(...(await shootStories(browser, built, folder, filter)));
} finally {
  await browser.close();
}
console.log(`${shots.length} screenshots: ${await writeSheet(folder, shots)}`);
