import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsdown';
import { root, run } from './run.ts';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** Comments change without a change of the surface, and the bundler adds its own. */
function withoutComments(declarations: string): string {
  return declarations
    .replaceAll(/^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*\n/gm, '')
    .replaceAll(/^[ \t]*\/\/.*\n/gm, '')
    .trim();
}

/** One entry's declarations in one text: what it exports and every type of ours that this names. */
async function surface(folder: string, types: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'hitl-api-'));
  try {
    await build({
      config: false,
      cwd: folder,
      entry: { surface: join(folder, types) },
      outDir,
      format: 'esm',
      fixedExtension: false,
      hash: false,
      sourcemap: false,
      logLevel: 'error',
      tsconfig: join(folder, 'tsconfig.json'),
      dts: { dtsInput: true, emitDtsOnly: true, sourcemap: false },
      deps: { neverBundle: [/^[^./]/] },
    });
    return withoutComments(await readFile(join(outDir, 'surface.d.ts'), 'utf8'));
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** The report of one built package as Markdown. */
async function report(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const entries = Object.entries(manifest.exports).filter(
    ([subpath]) => subpath !== './package.json',
  );
  const sections = await Promise.all(
    entries.map(async ([subpath, target]) => {
      const title = `## \`${join(manifest.name, subpath)}\``;
      const types = typeof target === 'string' ? undefined : target['types'];
      if (types === undefined) return `${title}\n\nA file without types.`;
      return `${title}\n\n\`\`\`ts\n${await surface(folder, types)}\n\`\`\``;
    }),
  );
  const head = `# ${manifest.name}\n\nThe public surface, written by \`pnpm api\` from the built declarations.`;
  return `${[head, ...sections].join('\n\n')}\n`;
}

const check = process.argv.includes('--check');
const built = await run('pnpm', [
  'exec',
  'turbo',
  'run',
  'build',
  '--filter=./packages/*',
  '--output-logs=errors-only',
]);
if (built !== 0) process.exit(built);

await mkdir(join(root, 'api'), { recursive: true });
const packages = (await readdir(join(root, 'packages'))).toSorted();
const drifted = await Promise.all(
  packages.map(async (name) => {
    const file = join(root, 'api', `${name}.md`);
    const now = await report(join(root, 'packages', name));
    const before = await readFile(file, 'utf8').catch(() => '');
    if (!check) await writeFile(file, now);
    return now === before ? [] : [`api/${name}.md`];
  }),
);
const files = drifted.flat();
if (files.length > 0) console.log(`${check ? 'out of date' : 'written'}: ${files.join(', ')}`);
if (check && files.length > 0) {
  console.error(
    'The public surface changed. If that is meant, run `pnpm api` and commit its files.',
  );
  process.exitCode = 1;
}
