import { resolve } from 'node:path';
import type { JsonSchema, Tool } from '../agents/tool.ts';
import { editPlaceIn, lineAt, occurrencesOf } from './edit-place.ts';
import { withFile } from './open-file.ts';
import { describePath, pathArgument, textArgument, type FileToolSettings } from './file-tool.ts';
import { createProtectedFiles } from './protected-files.ts';
import { replaceFile } from './replace-file.ts';
import { isSensitivePath } from './sensitive-path.ts';
import { settingsOf } from './tool-settings.ts';
import { handlesIn } from '../vault/redact.ts';
import { decodeText } from './utf8.ts';
import { locateFile, type LocatedFile } from './workspace.ts';

/** Options of the tool that edits files. */
export interface FileEditToolOptions extends FileToolSettings {
  /** The folder whose files can be edited. */
  readonly workspace: string;
  /** Maximum size of a file in bytes, as an edit holds the file in memory. Default 10,485,760. */
  readonly maxFileBytes?: number;
}

const MAX_FILE_BYTES = 10_485_760;

const PARAMETERS: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The file, relative to the workspace.' },
    old_text: {
      type: 'string',
      description: 'The text to replace, exactly as it is; it must occur once in the file.',
    },
    new_text: { type: 'string', description: 'Replacement text.' },
  },
  required: ['path', 'old_text', 'new_text'],
  additionalProperties: false,
};

/** A tool that replaces one part of a text file in the workspace, atomically. */
export function createFileEditTool(options: FileEditToolOptions): Tool {
  const workspace = resolve(options.workspace);
  const protectedFiles = options.protectedFiles ?? createProtectedFiles({ workspace });
  const maxFileBytes = options.maxFileBytes ?? MAX_FILE_BYTES;
  return {
    name: 'file_edit',
    description: 'Replaces a piece of text that occurs exactly once in a file of the workspace.',
    parameters: PARAMETERS,
    effects: 'at_most_once',
    requiresConsent: true,
    permission: { kind: 'path', arg: 'path', safeArgs: ['old_text', 'new_text'] },
    ...settingsOf(options),
    describeCall: (args) => describePath(workspace, args),
    async lookUpCall(args) {
      const path = pathArgument(args);
      const oldText = textArgument(args, 'old_text');
      // With the placeholder of a secret it is not the text that will be replaced.
      if (oldText === '' || handlesIn(oldText).length > 0) return {};
      const file = await locateFile(workspace, path, protectedFiles);
      const { text } = await readWhole(file, maxFileBytes);
      return { edit_place: editPlaceIn(text, oldText, isSensitivePath(workspace, path)) };
    },
    async execute(args, { signal, confirm }) {
      const path = pathArgument(args);
      const oldText = textArgument(args, 'old_text');
      const newText = textArgument(args, 'new_text');
      if (oldText === '') throw new Error('old_text is empty: file_write writes whole files');
      if (oldText === newText) throw new Error('old_text and new_text are equal: nothing to do');
      const file = await locateFile(workspace, path, protectedFiles);
      const { text, stats } = await readWhole(file, maxFileBytes);
      const at = onlyOccurrence(text, oldText, path);
      const content = `${text.slice(0, at)}${newText}${text.slice(at + oldText.length)}`;
      await confirm?.();
      signal.throwIfAborted();
      await replaceFile(file, content, stats);
      return `Edited ${path} at line ${lineAt(text, at)}`;
    },
  };
}

function readWhole(file: LocatedFile, maxBytes: number) {
  return withFile(file, async ({ handle, stats }) => {
    if (stats.size > maxBytes) {
      throw new Error(
        `${file.path} has ${stats.size} bytes; ${maxBytes} is the maximum that can be edited`,
      );
    }
    return { text: decodeText(await handle.readFile(), file.path), stats };
  });
}

/** The index of `part`, which must occur exactly once; overlapping occurrences count. */
function onlyOccurrence(text: string, part: string, path: string): number {
  const { first, count } = occurrencesOf(text, part);
  if (count === 0) {
    const otherLineEnds = text.includes('\r\n') && text.replaceAll('\r\n', '\n').includes(part);
    const hint = otherLineEnds ? '; it would with the line ends of the file, \\r\\n' : '';
    throw new Error(`old_text does not occur in ${path}${hint}`);
  }
  if (count > 1) {
    throw new Error(
      `old_text occurs ${count} times in ${path}: include more of the surrounding text`,
    );
  }
  return first;
}
