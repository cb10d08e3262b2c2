import { resolve } from 'node:path';
import type { JsonSchema, Tool } from '../agents/tool.ts';
import { describePath, pathArgument, textArgument, type FileToolSettings } from './file-tool.ts';
import { createProtectedFiles } from './protected-files.ts';
import { replaceFile } from './replace-file.ts';
import { settingsOf } from './tool-settings.ts';
import { locateFile } from './workspace.ts';

/** Options of the tool that writes files. */
export interface FileWriteToolOptions extends FileToolSettings {
  /** The folder in which files can be written. */
  readonly workspace: string;
}

const PARAMETERS: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The file, relative to the workspace.' },
    content: { type: 'string', description: 'The whole new text of the file.' },
  },
  required: ['path', 'content'],
  additionalProperties: false,
};

/** A tool that writes whole text files in the workspace atomically, and creates missing folders. */
export function createFileWriteTool(options: FileWriteToolOptions): Tool {
  const workspace = resolve(options.workspace);
  const protectedFiles = options.protectedFiles ?? createProtectedFiles({ workspace });
  return {
    name: 'file_write',
    description: 'Writes a text file in the workspace: a new one, or replacing an existing one.',
    parameters: PARAMETERS,
    effects: 'at_most_once',
    requiresConsent: true,
    permission: { kind: 'path', arg: 'path', safeArgs: ['content'] },
    ...settingsOf(options),
    describeCall: (args) => describePath(workspace, args),
    async execute(args, { signal, confirm }) {
      const path = pathArgument(args);
      const content = textArgument(args, 'content');
      const file = await locateFile(workspace, path, protectedFiles);
      await confirm?.();
      signal.throwIfAborted();
      await replaceFile(file, content);
      return `Wrote ${Buffer.byteLength(content)} bytes to ${path}`;
    },
  };
}
