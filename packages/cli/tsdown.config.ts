import { defineConfig } from 'tsdown';
import { licenses } from '../../licenses.shared.ts';
import { packageBuild } from '../../tsdown.shared.ts';

/**
 * The commands are bundled with what they need: a thousand small files take longer to open than to
 * run. A command loads its own chunks only. What is used with some configurations alone (drivers, MCP)
 * is imported from where the user has installed it.
 */
export default defineConfig({
  ...packageBuild(import.meta.dirname, 'node', ['src/bin.ts', 'src/bin-delta.ts']),
  unbundle: false,
  plugins: [licenses('licenses.md')],
  outputOptions: {
    // As deep as a module lies in `src`, for those that read a file of the package.
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
  deps: {
    onlyBundle: [
      /^@hitl\//,
      '@cfworker/json-schema',
      'commander',
      'eventsource-parser',
      'hono',
      'jose',
      'kysely',
      'lru-cache',
      're2js',
      'unbash',
      'yaml',
      'zod',
    ],
    neverBundle: ['libsql', 'pg', /^@modelcontextprotocol\//],
    onlyImport: ['libsql', 'pg', '@modelcontextprotocol/sdk'],
  },
});
