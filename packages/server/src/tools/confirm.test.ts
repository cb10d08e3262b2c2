import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Tool } from '../agents/tool.ts';
import { createBashTool } from './bash.ts';
import { createCommandTool } from './command.ts';
import { createFileEditTool } from './file-edit.ts';
import { createFileWriteTool } from './file-write.ts';
import { connectMcp } from './mcp.ts';
import { temporaryFolder, toolContext } from './tools.fixture.ts';

type Case = readonly [
  name: string,
  make: (workspace: string) => Tool | Promise<Tool>,
  args: Record<string, unknown>,
];

const CASES: readonly Case[] = [
  ['bash', (workspace) => createBashTool({ workspace }), { command: 'echo new > a.txt' }],
  [
    'a command',
    (workspace) =>
      createCommandTool({
        name: 'note',
        parameters: { type: 'object' },
        command: ['bash', '-c', 'echo new > a.txt'],
        workspace,
      }),
    {},
  ],
  [
    'file_write',
    (workspace) => createFileWriteTool({ workspace }),
    { path: 'a.txt', content: 'new' },
  ],
  [
    'file_edit',
    (workspace) => createFileEditTool({ workspace }),
    { path: 'a.txt', old_text: 'old', new_text: 'new' },
  ],
  [
    'a tool of an MCP server',
    async (workspace) => {
      const program = fileURLToPath(new URL('mcp-server.fixture.ts', import.meta.url));
      const command = [process.execPath, program, workspace] as const;
      const mcp = await connectMcp({ name: 'files', command, workspace });
      onTestFinished(() => mcp.close());
      const note = mcp.tools.find(({ name }) => name === 'mcp__files__note');
      if (note === undefined) throw new Error('the server has no tool note');
      return note;
    },
    { text: 'new' },
  ],
];

test.each(CASES)(
  '%s has no effect if the call is not this server’s any more',
  async (_, make, args) => {
    const workspace = await temporaryFolder();
    await writeFile(join(workspace, 'a.txt'), 'old');
    const tool = await make(workspace);
    const lost = new Error('taken over');
    const confirm = () => Promise.reject(lost);
    await expect((async () => tool.execute(args, toolContext({ confirm })))()).rejects.toThrow(
      'taken over',
    );
    expect(await readdir(workspace)).toEqual(['a.txt']);
    expect(await readFile(join(workspace, 'a.txt'), 'utf8')).toBe('old');
  },
);
