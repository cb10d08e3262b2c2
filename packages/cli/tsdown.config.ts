import { defineConfig, type Rolldown, type UserConfig } from 'tsdown';
import { builtins } from './builtins.plugin.ts';
import { licenses } from '../../licenses.shared.ts';
import { packageBuild } from '../../tsdown.shared.ts';

/** Modules that every command line needs. */
const START =
  /commander|cli\/src\/(main|commands|completion|process\/(io|log|usage))|protocol\/(dist|src)\/(endpoints|error|exact-number|time)/;

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

/** Escapes non-ASCII characters, so that a file is read without decoding. */
const ascii: Rolldown.Plugin = {
  name: 'ascii',
  renderChunk: (code) =>
    code.replaceAll(
      /[^\0-\x7f]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
};

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
    builtins(['node:child_process', 'node:net', 'node:readline', 'node:zlib']),
    ascii,
  ],
  outputOptions: {
    // At the same depth as modules in `src`, for those that read a file of the package.
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    comments: false,
    dynamicImportInCjs: false,
    // One file with everything that every command line needs.
    codeSplitting: {
      groups: [{ name: 'start', test: (id) => !id.endsWith('.d.ts') && START.test(id) }],
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
