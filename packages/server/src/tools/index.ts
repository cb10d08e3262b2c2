/**
 * Tools with real effects: a shell, files of a workspace, your own programs. Node only.
 *
 * @module
 */
export { createAskHumanTool, type AskHumanToolOptions } from './ask-human.ts';
export { createBashTool, type BashToolOptions } from './bash.ts';
export { createCommandTool, type CommandToolOptions } from './command.ts';
export { defineTool, type ToolDefinition } from '../agents/define-tool.ts';
export { createFileEditTool, type FileEditToolOptions } from './file-edit.ts';
export { createFileReadTool, type FileReadToolOptions } from './file-read.ts';
export { createFileWriteTool, type FileWriteToolOptions } from './file-write.ts';
export { connectMcp, type McpConnection, type McpOptions } from './mcp.ts';
export { mcpNameProblem } from './mcp-name.ts';
export type { McpAddress, McpProgram } from './mcp-link.ts';
export {
  createProtectedFiles,
  type ProtectedFiles,
  type ProtectedFilesOptions,
} from './protected-files.ts';
export type { FileToolSettings } from './file-tool.ts';
export type { ToolSettings } from './tool-settings.ts';
