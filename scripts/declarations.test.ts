import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './run.ts';

const run = promisify(execFile);
const tsc = join(root, 'node_modules/.bin/tsc');

/** The errors of the compiler; empty if there are none. */
async function compile(...args: readonly string[]): Promise<string> {
  try {
    return (await run(tsc, args, { cwd: root })).stdout;
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? error);
  }
}

test('declarations of protocol and client compile without DOM or Node types', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-declarations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const emitted = await Promise.all(
    ['protocol', 'client'].map((name) =>
      compile(
        '-p',
        `packages/${name}`,
        '--noEmit',
        'false',
        '--emitDeclarationOnly',
        // The sources are checked by `pnpm check`; the declarations are the same without it.
        '--noCheck',
        '--rootDir',
        'packages',
        '--outDir',
        join(folder, name),
      ),
    ),
  );
  expect(emitted).toEqual(['', '']);
  await writeFile(
    join(folder, 'consumer.ts'),
    `import { createHitlClient, type ConfirmRequest, type HitlClientOptions } from '@hitl/client';
import { createRequest, visibleString } from '@hitl/client/view';
const options: HitlClientOptions = { baseUrl: undefined };
const request: ConfirmRequest = createRequest({ toolName: 'bash', toolArgs: {}, reason: undefined });
export const said: string = visibleString(request.title);
export const client = createHitlClient({ ...options, lingerMs: undefined, headers: undefined });
`,
  );
  // The declarations of zod refer to it.
  await writeFile(join(folder, 'globals.d.ts'), 'declare class URL {}\n');
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        lib: ['es2023'],
        types: [],
        module: 'esnext',
        moduleResolution: 'bundler',
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        allowImportingTsExtensions: true,
        noEmit: true,
        paths: {
          '@hitl/protocol': ['./protocol/protocol/src/index.d.ts'],
          '@hitl/protocol/*': ['./protocol/protocol/src/*.d.ts'],
          '@hitl/client': ['./client/client/src/index.d.ts'],
          '@hitl/client/view': ['./client/client/src/view/index.d.ts'],
          zod: [join(root, 'packages/protocol/node_modules/zod')],
          'eventsource-parser': [
            join(root, 'packages/client/node_modules/eventsource-parser/dist/index.d.ts'),
          ],
        },
      },
      files: ['consumer.ts', 'globals.d.ts'],
    }),
  );
  expect(await compile('-p', folder)).toBe('');
});
