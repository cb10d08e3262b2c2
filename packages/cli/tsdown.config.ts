import { defineConfig, type Rolldown, type UserConfig } from 'tsdown';
import { builtins } from './builtins.plugin.ts';
import { licenses } from '../../licenses.shared.ts';
import { packageBuild } from '../../tsdown.shared.ts';

/** What every command line needs. */
const START =
  /commander|cli\/src\/(main|commands|completion|process\/(io|log|usage))|protocol\/(dist|src)\/(endpoints|error|exact-number|time)/;

/**
 * Commander can hand a command on to a program of its own. None of ours is one, and what is loaded for
 * that would be a third of the time that `--help` takes.
 */
const noPrograms: Rolldown.Plugin = {
  name: 'no-programs',
  resolveId: (source, importer) =>
    /^node:(child_process|fs)$/.test(source) && importer?.includes('/commander/') === true
      ? '\0no-programs'
      : undefined,
  load: (id) => (id === '\0no-programs' ? 'export {};' : undefined),
};

/** Writes characters beyond ASCII as escapes, so that a file is read without decoding it. */
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
 * The commands are bundled with what they need: a thousand small files take longer to open than to
 * run. A command loads its own chunks only. What is used with some configurations alone (drivers, MCP)
 * is loaded from where the user has installed it. They are CommonJS, of which `bin/load.cjs` can keep
 * the compiled code.
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
    // As deep as a module lies in `src`, for those that read a file of the package.
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    comments: false,
    dynamicImportInCjs: false,
    // One file for all that every command line needs.
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

/** The declarations of what programs import; `bin/main.js` is the code. */
const declarations: UserConfig = {
  ...settings,
  entry: entry ?? [],
  clean: false,
  dts: { emitDtsOnly: true, sourcemap: false },
};

export default defineConfig([commands, declarations]);
