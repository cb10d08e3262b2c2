import { randomUUID } from 'node:crypto';
import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'tsdown';
import type { TestProject } from 'vitest/node';
import { commands } from '../../packages/cli/tsdown.config.ts';
import { nodeConditions } from '../conditions.ts';

/**
 * Bundles the commands from the sources as they are now, for tests that start processes: a bundle starts
 * several times faster than a thousand source files. It is laid out like the installed package, so that
 * its programs keep compiled code between starts, as users' do. It is made while the first tests run, and
 * says in the file `made` that it is there, or why it is not; `packages/cli/tests/bundle.fixture.ts`
 * waits for that.
 */
export default async function bundleCommands(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  // One for all projects of a run.
  const whole = project.vitest.getRootProject();
  if (whole.getProvidedContext().cliBundle !== undefined) return undefined;
  const packageFolder = join(import.meta.dirname, '../../packages/cli');
  // Inside the package, so that drivers are found beside it.
  const folder = join(packageFolder, '.cache', `test-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  await cp(join(packageFolder, 'bin'), join(folder, 'bin'), { recursive: true });
  await copyFile(join(packageFolder, 'package.json'), join(folder, 'package.json'));
  const making = build({
    ...commands,
    config: false,
    cwd: packageFolder,
    outDir: join(folder, 'dist'),
    publint: false,
    attw: false,
    logLevel: 'silent',
    inputOptions: { resolve: { conditionNames: [...nodeConditions, 'import', 'node', 'default'] } },
  }).then(
    () => writeFile(join(folder, 'made'), ''),
    (error: unknown) => writeFile(join(folder, 'made'), String(error)),
  );
  whole.provide('cliBundle', folder);
  return async () => {
    await making;
    await rm(folder, { recursive: true, force: true });
  };
}
