import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run } from './run.ts';

const tool = (name: string, ...args: string[]): [string, string[]] => [
  join(root, 'node_modules/.bin', name),
  args,
];

const packages = (await readdir(join(root, 'packages'))).toSorted();

/** The tsconfig of every package: no Node types in protocol and client, `isolatedDeclarations` if it is on. */
const fences = packages.map(
  (name) =>
    [`types of ${name} alone`, tool('tsc', '-p', `packages/${name}/tsconfig.json`)] as const,
);

const imported = ['packages', 'apps', 'e2e', 'bench', 'config', 'scripts', 'examples'].filter(
  (folder) => existsSync(join(root, folder)),
);

const steps: readonly (readonly [string, [string, string[]]])[] = [
  ['format', tool('oxfmt', '--check', '.')],
  ['lint', tool('oxlint', '--type-aware', '--deny-warnings')],
  ['types', tool('tsc', '-p', 'tsconfig.json')],
  ...fences,
  [
    'types of the Vue example',
    tool(
      '../../examples/vue/node_modules/.bin/vue-tsc',
      '--noEmit',
      '-p',
      'examples/vue/tsconfig.json',
    ),
  ],
  [
    'types of the Svelte example',
    tool(
      '../../examples/svelte/node_modules/.bin/svelte-check',
      '--workspace',
      'examples/svelte',
      '--threshold',
      'warning',
      '--fail-on-warnings',
    ),
  ],
  ['imports', tool('depcruise', ...imported, '--config', '.dependency-cruiser.cjs')],
  ['unused code', tool('knip')],
  ['generated files', tool('vitest', 'run', '--project', 'node', 'scripts/protocol')],
  ['package shape', tool('turbo', 'run', 'build', '--output-logs=errors-only')],
  ['size', tool('size-limit')],
  ['public surface', [process.execPath, ['scripts/api.ts', '--check']]],
];

/** They read the output of `package shape`. */
const needBuild = new Set(['size', 'public surface']);

const failed: string[] = [];
for (const [name, [command, args]] of steps) {
  if (needBuild.has(name) && failed.includes('package shape')) {
    failed.push(`${name} (not built)`);
    continue;
  }
  const started = performance.now();
  const exitCode = await run(command, args);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (exitCode !== 0) failed.push(name);
}
console.log(failed.length === 0 ? 'all checks passed' : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
