import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ToolOutput } from '../agents/tool.ts';

type Part = CallToolResult['content'][number];

/**
 * The result of a server for the model: its texts, and the names of its other parts. A result with
 * `isError` fails the call.
 */
export function readMcpResult(result: CallToolResult): ToolOutput {
  const { content: parts, structuredContent: output, isError } = result;
  const shown = parts.map(textOf).join('\n');
  const content = shown === '' && output !== undefined ? JSON.stringify(output) : shown;
  return {
    content: isError === true && content === '' ? 'The server gave no reason.' : content,
    ...(output !== undefined && { output }),
    ...(isError === true && { isSuccess: false, error: content }),
  };
}

function textOf(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type} ${part.mimeType}, ${sizeOf(part.data)} bytes]`;
    case 'resource_link':
      return `[resource ${part.name} at ${part.uri}]`;
    case 'resource': {
      const { resource } = part;
      if ('text' in resource) return resource.text;
      const type = resource.mimeType ?? 'of unknown type';
      return `[resource ${resource.uri}, ${type}, ${sizeOf(resource.blob)} bytes]`;
    }
  }
}

function sizeOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
