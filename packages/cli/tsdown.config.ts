import { join } from 'node:path';
import { defineConfig, type Rolldown, type UserConfig } from 'tsdown';
import { builtins } from './builtins.plugin.ts';
import { lazyChunks } from './lazy-chunks.plugin.ts';
import { licenses } from '../../config/licenses.ts';
import { packageBuild } from '../../config/package-build.ts';

/** Modules that every command line needs, except `main.ts`: an entry would take them into its file. */
const START =
  /commander|cli\/src\/(commands|completion|process\/(clock|io|log|message-of|usage))|protocol\/(dist|src)\/(endpoints|error|exact-number|time)/;

/**
 * Parts that a run does not need before its first question, each with a chunk of its own: folders
 * and modules of our packages, below `src` or `dist`.
 */
const LAZY: readonly (readonly [name: string, ofPackage: string, modules: string])[] = [
  ['programs', 'permissions', 'programs'],
  ['command', 'permissions', 'command'],
  [
    'patterns',
    'permissions',
    'json/pattern|path/(?!follow-links)[\\w-]+|text|url|glob|resource|rule',
  ],
  ['rule-texts', 'permissions', 'explain|file-guards|lint|tested-shell|suggest|validate'],
  ['request', 'protocol', 'interaction/request'],
  [
    'responses',
    'protocol',
    'gate/(check-asked|gate-wire|record)|interaction/(check-response|gate-outcome|text-limits)',
  ],
  ['server-settings', 'server', 'config/schema/(jwt|server)'],
  ['store-settings', 'server', 'config/(schema/(driver-params|store)|store-params)'],
  ['databases', 'server', 'store/(sql|bus/sqlite|sqlite-engine)'],
  ['chapters', 'server', 'store/(chapters|memory-permissions|rule-list)'],
  ['models', 'server', 'models/(chat-request|chat-stream|openai|tool-calls)'],
  [
    'answers',
    'server',
    'engine/(cancel|expire-overdue|failures|manage-rules|prepare-answer|respond|respond-by-call|same-answer)|approval/(ask-again|describe-call|rule-limits|rules-of-answer|suggestion-examples)',
  ],
  [
    'external-calls',
    'server',
    'engine/(claim|claimable-call|complete|execution|external|external-status)|approval/(evaluate-external|external-terms|external-words)',
  ],
  [
    'tool-calls',
    'server',
    'runner/(execute-call|execute-tool|run-tool|save-rules|tool-answer|tool-progress)|agents/(caching-problem|json-schema/regex|tool-digest)|machine/(end-run|tool-results)',
  ],
  [
    'tools',
    'server',
    'tools/(captured-output|check-shell|child-environment|child-streams|command|cut-text|edit-place|file-tool|held-folder|live-output|mcp|mcp-body-limit|mcp-link|mcp-open-requests|mcp-result|open-file|process-group|progress-lines|read-lines|replace-file|run-process|sensitive-path|spawn-group|utf8|workspace)',
  ],
  [
    'streams',
    'server',
    'streams/(frame-stream|frames|inbox|live-buffer|recent|snapshot|subscription)|notify|vault/(spellings|vault)|audit/(check|read-events|trail)',
  ],
];

/** The same of packages that we bundle. */
const LAZY_DEPENDENCIES: readonly (readonly [name: string, test: RegExp])[] = [
  ['lru-cache', /node_modules\/lru-cache\//],
  ['unbash', /node_modules\/unbash\//],
  ['re2js', /node_modules\/re2js\//],
  // Its class extends `TransformStream`, with which Node loads its web streams.
  ['eventsource-parser', /node_modules\/eventsource-parser\//],
  ['yaml-text', /yaml\/browser\/dist\/stringify\/(?!stringifyNumber)/],
  ['json-schema', /zod\/v4\/core\/json-schema-processors\.js/],
];

/** Names of these chunks. */
export const LAZY_CHUNKS: readonly string[] = [...LAZY, ...LAZY_DEPENDENCIES].map(([name]) => name);

/** A group of modules with a chunk of its own, without the modules that they import. */
const apart = (name: string, test: RegExp) => ({
  name,
  test,
  includeDependenciesRecursively: false,
});

/** YAML as ES modules, of which only what is used is bundled. For Node it offers CommonJS. */
const smallYaml: Rolldown.Plugin = {
  name: 'small-yaml',
  resolveId: (source) =>
    source === 'yaml'
      ? join(import.meta.dirname, 'node_modules/yaml/browser/dist/index.js')
      : undefined,
};

/** Replaces globals with which Node loads more modules than these uses need. */
const cheapGlobals: Rolldown.Plugin = {
  name: 'cheap-globals',
  options: (options) => ({
    ...options,
    transform: {
      ...options.transform,
      inject: {
        'crypto.randomUUID': ['node:crypto', 'randomUUID'],
        performance: [join(import.meta.dirname, 'src/process/clock.ts'), 'performance'],
      },
    },
  }),
};

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
    smallYaml,
    cheapGlobals,
    builtins([
      'node:child_process',
      'node:fs/promises',
      'node:module',
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
    // One file with everything that every command line needs, and one for each part that is rarely used.
    codeSplitting: {
      groups: [
        { name: 'start', test: (id) => !id.endsWith('.d.ts') && START.test(id) },
        ...LAZY.map(([name, ofPackage, modules]) =>
          apart(name, new RegExp(`${ofPackage}/(?:dist|src)/(?:${modules})(?:/|\\.[jt]s$)`)),
        ),
        ...LAZY_DEPENDENCIES.map(([name, test]) => apart(name, test)),
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
