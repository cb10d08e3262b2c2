import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

/** Packages already installed in an application made by `npm create vite`. */
const installed = [
  '@tailwindcss/vite',
  '@testing-library/dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/react',
  '@types/react-dom',
  '@vitejs/plugin-react',
  'jsdom',
  'react',
  'react-dom',
  'tailwindcss',
  'vite',
  'vitest',
];

/** The files of `npm create vite`, except that `main.tsx` shows the page named in the address. */
const template: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'stranger', private: true, type: 'module' }),
  'index.html': `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>My application</title><link rel="icon" href="data:," /></head>
  <body><main id="root"></main><script type="module" src="/src/main.tsx"></script></body>
</html>
`,
  'tsconfig.json': JSON.stringify({
    include: ['src', 'vite.config.ts'],
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: ['vite/client'],
      jsx: 'react-jsx',
      strict: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    },
  }),
  'src/main.tsx': `import { createHitlClient } from '@hitl/client';
import type { ConfirmRequest } from '@hitl/protocol';
import { HitlProvider, Inbox, useInbox } from '@hitl/react';
import { StrictMode, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

const client = createHitlClient({ baseUrl: '/hitl' });

function First({ card: Card }: { card: ComponentType<{ request: ConfirmRequest }> }) {
  const request = useInbox().interactions.find(({ type }) => type === 'confirm');
  return request?.type === 'confirm' ? <Card request={request} /> : null;
}

const pages: Record<string, () => Promise<ReactNode>> = {
  '/': async () => {
    const { App } = await import('./app.tsx');
    return <App />;
  },
  '/one-by-one': async () => {
    const { OneByOne } = await import('./one-by-one.tsx');
    return <OneByOne />;
  },
  '/chat': async () => {
    await import('@hitl/react/theme.css');
    const { Chat } = await import('./chat.tsx');
    return <Chat sessionId={location.hash.slice(1)} />;
  },
  '/renderers': async () => {
    const { renderers } = await import('./renderers.tsx');
    return (
      <HitlProvider renderers={renderers}>
        <Inbox.Cards />
      </HitlProvider>
    );
  },
  '/brand': async () => {
    await import('./brand.css');
    const { App } = await import('./app.tsx');
    return <App />;
  },
  '/with-tailwind': async () => {
    const { TailwindCard } = await import('./with-tailwind.tsx');
    return <First card={TailwindCard} />;
  },
  '/own-buttons': async () => {
    const { OwnButtons } = await import('./own-buttons.tsx');
    return <First card={OwnButtons} />;
  },
  '/headless': async () => {
    const { PlainCard } = await import('./headless.tsx');
    return <First card={PlainCard} />;
  },
};

const page = await pages[location.pathname]?.();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <HitlProvider client={client}>{page}</HitlProvider>
  </StrictMode>,
);
`,
};

/** The files of a guide: its code blocks with a file name. */
async function filesOf(guide: string): Promise<[path: string, text: string][]> {
  const text = await readFile(join(root, guide), 'utf8');
  return [...text.matchAll(/^```\w+ (\S+\.\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, path = '', code = '']) => [path, code],
  );
}

async function link(from: string, name: string, modules: string): Promise<void> {
  const target = join(modules, name);
  await mkdir(dirname(target), { recursive: true });
  // Two of our packages may need the same dependency.
  await symlink(await realpath(join(from, name)), target).catch(ignoreExisting);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Installs one of our packages as published, with its dependencies next to it. */
async function install(name: string, modules: string): Promise<void> {
  const folder = join(root, 'packages', name);
  const target = join(modules, '@hitl', name);
  await mkdir(target, { recursive: true });
  const { stdout } = await run('pnpm', ['pack', '--json', '--pack-destination', modules], {
    cwd: folder,
  });
  const { filename } = JSON.parse(stdout) as { filename: string };
  await run('tar', ['-xzf', resolve(modules, filename), '-C', target, '--strip-components=1']);
  const manifest = JSON.parse(await readFile(join(target, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const others = Object.keys(manifest.dependencies ?? {}).filter(
    (each) => !each.startsWith('@hitl/'),
  );
  await Promise.all(others.map((each) => link(join(folder, 'node_modules'), each, modules)));
}

/** A user's application, with the files of a guide in it. */
export interface StrangerApp {
  readonly folder: string;
  /** Runs a tool of the workspace in it; rejects with its output if that fails. */
  tool(path: string, ...args: string[]): Promise<string>;
  write(path: string, change: (text: string) => string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates it in a new folder, with our packages as published and without network. */
export async function createStrangerApp(guide: string): Promise<StrangerApp> {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-stranger-'));
  const modules = join(folder, 'node_modules');
  await Promise.all(
    ['protocol', 'permissions', 'client', 'react', 'server'].map((name) => install(name, modules)),
  );
  await Promise.all(installed.map((name) => link(join(root, 'node_modules'), name, modules)));
  await mkdir(join(folder, 'src'));
  // A guide that shows a file again has changed it: the last one counts.
  const files = new Map([...Object.entries(template), ...(await filesOf(guide))]);
  await Promise.all(Array.from(files, ([path, text]) => writeFile(join(folder, path), text)));
  // A build in this process sets NODE_ENV to production; tools in the application decide
  // themselves.
  const { NODE_ENV: _, ...env } = process.env;
  return {
    folder,
    async tool(path, ...args) {
      try {
        return (await run(process.execPath, [join(root, path), ...args], { cwd: folder, env }))
          .stdout;
      } catch (error) {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
        throw new Error(`${path} failed:\n${stdout}\n${stderr}`, { cause: error });
      }
    },
    async write(path, change) {
      const file = join(folder, path);
      await writeFile(file, change(await readFile(file, 'utf8')));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
