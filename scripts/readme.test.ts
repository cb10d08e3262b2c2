import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createHitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { guidesWithCode } from './guides.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The files below a folder with one of these endings, as paths from the root. */
function filesIn(folder: string, ...endings: string[]): string[] {
  return globSync(
    endings.map((ending) => `${folder}/**/*${ending}`),
    // What an example has installed is a few hundred thousand files.
    { cwd: root, exclude: ['**/node_modules'] },
  );
}

const readmes = [
  'README.md',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
];
const documents = [
  ...readmes,
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...filesIn('examples', 'README.md'),
  ...filesIn('docs', '.md'),
];

/** Text outside of code blocks. */
const prose = (markdown: string): string => markdown.replaceAll(/^```.*?^```/gms, '');

/** The anchor of a heading on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

function anchorsIn(path: string): string[] {
  return [...prose(read(path)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );
}

describe('documents', () => {
  test.each(documents)('every link of %s works', (path) => {
    const links = [
      ...prose(read(path)).matchAll(
        /\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)|\]\(https:\/\/github\.com\/hitl\/hitl\/blob\/main\/([^)#]+)(?:#([^)]+))?\)/g,
      ),
    ];
    const lost = links.flatMap(([link, to = '', below, whole, behind]) => {
      const anchor = below ?? behind;
      const target = whole ?? (to === '' ? path : join(dirname(path), to));
      if (!existsSync(join(root, target))) return [link];
      return anchor === undefined || anchorsIn(target).includes(anchor) ? [] : [link];
    });
    expect(lost).toEqual([]);
  });

  test.each(documents.filter((path) => path.startsWith('packages/')))(
    '%s has no link that is broken where the package is published',
    (path) => {
      expect(prose(read(path)).match(/\]\((?!https?:|#)[^)]*\)/g)).toBeNull();
    },
  );

  test('every pnpm command in them exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const own = new Set([...Object.keys(scripts), 'install', 'exec', 'pack']);
    const named = [
      'README.md',
      'CONTRIBUTING.md',
      'docs/guides/accessibility.md',
      ...filesIn('examples', 'README.md'),
    ].flatMap((path) =>
      [
        ...read(path).matchAll(/(?:^|`)(?:npx -y )?pnpm(?:@[\d.]+)?(?: --\w+)* ([a-z][a-z\d:]*)/gm),
      ].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !own.has(name))).toEqual([]);
  });

  test('every file on the map exists', () => {
    const map = read('ARCHITECTURE.md');
    const life = map.slice(map.indexOf('## The life'), map.indexOf('## Invariants'));
    const named = [...life.matchAll(/`([\w/-]+\.tsx?|[\w-]+(?:\/[\w-]*)+)`/g)].map(
      ([, path = '']) => path,
    );
    const folders = ['packages', 'packages/server/src', 'packages/server/src/runner'];
    expect(named.length).toBeGreaterThan(15);
    expect(
      named.filter((path) => !folders.some((folder) => existsSync(join(root, folder, path)))),
    ).toEqual([]);
  });

  test('every file that CONTRIBUTING.md names by its whole path exists', () => {
    const named = [
      ...read('CONTRIBUTING.md').matchAll(
        /`((?:\.storybook|apps|bench|config|docs|e2e|packages|scripts)\/[\w./-]+)`/g,
      ),
    ].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((path) => path !== 'packages/X' && !existsSync(join(root, path)))).toEqual(
      [],
    );
  });

  test('CONTRIBUTING.md says what each benchmark measures', () => {
    const listed = [...read('CONTRIBUTING.md').matchAll(/^\| `(bench\/[\w.]+)`/gm)];
    expect(listed.map(([, path = '']) => path).toSorted()).toEqual(
      globSync('bench/*.bench.ts', { cwd: root }).toSorted(),
    );
  });

  test('every folder on the map exists', () => {
    const map = read('ARCHITECTURE.md');
    const table = map.slice(map.indexOf('| in `packages/`'), map.indexOf('`apps/demo` is'));
    let folder = '';
    const named = [...table.matchAll(/^\| (?:`([\w/]+)`)? *\| (.*?) +\|/gm)].flatMap(
      ([, start, cell = '']) => {
        folder = start ?? folder;
        return [...cell.matchAll(/`([\w.-]+)`/g)].map(
          ([, name = '']) => `packages/${folder}/${name}`,
        );
      },
    );
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('the guides of other frontends', () => {
  test('show the files of their examples as tested: `pnpm guides` would change nothing', () => {
    const guides = [...guidesWithCode()];
    expect(guides.length).toBeGreaterThan(2);
    for (const [path, shown] of guides) {
      expect(shown.match(/^```\w+ src\//gm)?.length, path).toBeGreaterThan(3);
      expect(read(path), path).toBe(shown);
    }
  });
});

describe('the programs of the READMEs', () => {
  const programs = [
    ...filesIn('examples', '.ts', '.tsx'),
    ...filesIn('packages/react/src/examples', '.examples.tsx'),
  ].map((path) => read(path).replace(/^\/\/ \S+\n/, ''));

  test.each(readmes)('%s shows only compiled code', (path) => {
    const shown = [...read(path).matchAll(/^```tsx?\n(?:\/\/ \S+\n)?(.*?)^```/gms)].map(
      ([, code = '']) => code,
    );
    expect(shown.filter((code) => !programs.includes(code))).toEqual([]);
  });

  test('the project’s README has an agent whose tool needs approval', async () => {
    const { hitl } = await import('../examples/embed/openai.ts');
    onTestFinished(() => hitl.close(0));
    const agents = await hitl.fetch(new Request('http://localhost/hitl/agents'));
    expect(await agents.json()).toMatchObject({
      agents: [{ id: 'clerk', tools: [{ name: 'mail' }] }],
    });
    const verdict = await hitl.fetch(
      new Request('http://localhost/hitl/permissions/ann/check', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tool_name: 'mail', tool_args: { to: 'bob' } }),
      }),
    );
    expect(await verdict.json()).toMatchObject({ decision: 'needs_auth' });
  });

  test('the README of the rules prints the output it shows', async () => {
    const child = spawn(
      process.execPath,
      ['--conditions=@hitl/source', join(root, 'examples/permissions/check.ts')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const shown = /^```text\n(.*?)^```/ms.exec(read('packages/permissions/README.md'))?.[1];
    expect(await text(child.stdout)).toBe(shown);
  });

  test('the README of the protocol folds a run up to its pending request', async () => {
    const hitl = createHitl({ agents: [] });
    const served = await serve({ handler: hitl, port: 0 });
    onTestFinished(async () => {
      await Promise.all([hitl.close(0), served.close()]);
    });
    const asked = await fetch(`${served.url}/interactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session_id: 's', tool_call_id: 'c', type: 'input', title: 'Port?' }),
    });
    expect(asked.status).toBe(201);
    const child = spawn(
      process.execPath,
      ['--conditions=@hitl/source', join(root, 'examples/follow-run/follow-run.ts')],
      { env: { ...process.env, HITL_URL: served.url }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    expect(await text(child.stdout)).toBe('Port? question\n[]\n');
  });
});
