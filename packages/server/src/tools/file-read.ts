import { resolve } from 'node:path';
import type { JsonSchema, Tool } from '../agents/tool.ts';
import { cutText } from './cut-text.ts';
import { withFile } from './open-file.ts';
import { describePath, pathArgument, type FileToolSettings } from './file-tool.ts';
import { createProtectedFiles } from './protected-files.ts';
import { readLines } from './read-lines.ts';
import { isSensitivePath } from './sensitive-path.ts';
import { settingsOf } from './tool-settings.ts';
import { decodeText } from './utf8.ts';
import { locateFile } from './workspace.ts';

/** Options of the tool that reads files. */
export interface FileReadToolOptions extends FileToolSettings {
  /** The folder whose files can be read. */
  readonly workspace: string;
  /** Maximum bytes of a file for the model per call. Default 65,536. */
  readonly maxOutputBytes?: number;
}

const MAX_OUTPUT_BYTES = 65_536;

const PARAMETERS: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The file, relative to the workspace.' },
    offset: { type: 'integer', minimum: 0, description: 'How many lines to skip. Default 0.' },
    limit: { type: 'integer', minimum: 1, description: 'How many lines to read. Default: all.' },
  },
  required: ['path'],
  additionalProperties: false,
};

/**
 * A tool that reads text files of the workspace; the content is the unchanged text. Consent is
 * needed for files that often hold secrets: `.env*`, `.ssh`, `.aws`, `.gnupg`, `.git`, `secrets`,
 * `*.pem`, `*.key`.
 */
export function createFileReadTool(options: FileReadToolOptions): Tool {
  const workspace = resolve(options.workspace);
  const protectedFiles = options.protectedFiles ?? createProtectedFiles({ workspace });
  const maxBytes = options.maxOutputBytes ?? MAX_OUTPUT_BYTES;
  return {
    name: 'file_read',
    description: 'Reads a text file of the workspace, or some of its lines.',
    parameters: PARAMETERS,
    effects: 'pure',
    requiresConsent: ({ path }) => isSensitivePath(workspace, path),
    permission: { kind: 'path', arg: 'path', safeArgs: ['offset', 'limit'] },
    ...settingsOf(options),
    describeCall: (args) => describePath(workspace, args),
    async execute(args, { signal }) {
      const path = pathArgument(args);
      const offset = typeof args['offset'] === 'number' ? args['offset'] : 0;
      const limit = typeof args['limit'] === 'number' ? args['limit'] : Infinity;
      return withFile(
        await locateFile(workspace, path, protectedFiles),
        async ({ handle, stats }) => {
          const size = Number(stats.size);
          const range = { offset, limit, maxBytes, size, signal };
          const lines = await readLines(handle, range);
          if (lines.binary) throw new Error(`${path} is a binary file, not text`);
          if (offset > 0 && lines.seen <= offset) {
            throw new Error(`${path} has ${lines.seen} lines: there is none after line ${offset}`);
          }
          const cut = lines.total > lines.bytes.length;
          return cutText(decodeText(lines.bytes, path, { cut }), maxBytes, lines.total);
        },
      );
    },
  };
}
