import { defineConfig, type Rolldown, type UserConfig } from 'tsdown';
import { builtins } from './builtins.plugin.ts';
import { lazyChunks } from './lazy-chunks.plugin.ts';
import { licenses } from '../../licenses.shared.ts';
import { packageBuild } from '../../tsdown.shared.ts';

/** Modules that every command line needs, except `main.ts`: an entry would take them into its file. */
const START =
  /commander|cli\/src\/(commands|completion|process\/(io|log|usage))|protocol\/(dist|src)\/(endpoints|error|exact-number|time)/;

/** Parts that only some runs use: rules for commands, patterns in schemas, streams, schemas of components. */
const SELDOM: readonly { readonly name: string; readonly test: RegExp }[] = [
  { name: 'programs', test: /permissions\/(dist|src)\/programs\// },
  { name: 'command', test: /permissions\/(dist|src)\/command\// },
  { name: 'unbash', test: /node_modules\/unbash\// },
  { name: 're2js', test: /node_modules\/re2js\// },
  // Its class extends `TransformStream`, with which Node loads its web streams.
  { name: 'eventsource-parser', test: /node_modules\/eventsource-parser\// },
  { name: 'server-settings', test: /config\/schema\/(jwt|server)\.[jt]s$/ },
  { name: 'store-settings', test: /config\/(schema\/(driver-params|store)|store-params)\.[jt]s$/ },
  { name: 'request', test: /protocol\/(dist|src)\/interaction\/request\.[jt]s$/ },
];

/**
 * Commander can pass a command on to a separate program. We have none, and loading the code for
 * that would take a third of the time of `--help`.
 */
const noPrograms: Rolldown.Plugin = {
  name: 'no-programs',
  resolveId: (source, importer) =>
    /^node:(child_process|fs)$/.test(source) && importer?.includes('/commander/') === true
      ? '\0no-programs'
      : undefined,
  load: (id) => (id === '\0no-programs' ? 'export {};' : undefined),
};

/**
 * Escapes non-ASCII characters, since `bin/load.cjs` reads files without decoding them. At the very
 * end: when comments are removed, code is printed again, without escapes.
 */
const ascii: Rolldown.Plugin = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped);
    }
  },
};

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const { entry, ...settings } = packageBuild(import.meta.dirname, 'node');

/**
 * The commands are bundled with their dependencies, because opening a thousand small files takes
 * longer than running them. A command loads only its own chunks. Dependencies of certain
 * configurations (drivers, MCP) are loaded from the user's installation. The bundle is CommonJS,
 * whose compiled code `bin/load.cjs` can cache.
 */
export const commands: UserConfig = {
  ...settings,
  entry: ['src/main.ts', 'src/bin.ts', 'src/bin-delta.ts'],
  format: 'cjs',
  dts: false,
  unbundle: false,
  plugins: [
    licenses('licenses.md'),
    noPrograms,
    builtins([
      'node:child_process',
      'node:fs/promises',
      'node:net',
      'node:readline',
      'node:timers/promises',
      'node:zlib',
    ]),
    ascii,
    lazyChunks,
  ],
  outputOptions: {
    // At the same depth as modules in `src`, for those that read a file of the package.
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    comments: false,
    dynamicImportInCjs: false,
    // One file with everything that every command line needs, and one for each seldom used part.
    codeSplitting: {
      groups: [
        { name: 'start', test: (id) => !id.endsWith('.d.ts') && START.test(id) },
        ...SELDOM.map((part) => ({ ...part, includeDependenciesRecursively: false })),
      ],
    },
  },
  deps: {
    onlyBundle: [
      /^@hitl\//,
      '@cfworker/json-schema',
      'commander',
      'eventsource-parser',
      'hono',
      'jose',
      'lru-cache',
      're2js',
      'unbash',
      'yaml',
      'zod',
    ],
    neverBundle: ['libsql', 'mongodb', 'pg', /^@modelcontextprotocol\//],
    onlyImport: ['libsql', 'mongodb', 'pg', '@modelcontextprotocol/sdk'],
  },
};

/** The declarations of the programmatic API; its code is `bin/main.js`. */
const declarations: UserConfig = {
  ...settings,
  entry: entry ?? [],
  clean: false,
  dts: { emitDtsOnly: true, sourcemap: false },
};

export default defineConfig([commands, declarations]);
