import { expect, test } from 'vitest';
import type { Tool } from './tool.ts';
import { toolDigest } from './tool-digest.ts';

test('a tool that its host changes has another digest, and its first one again when it is changed back', async () => {
  const properties: Record<string, object> = { path: { type: 'string' } };
  const tool: Tool = {
    name: 'remove',
    parameters: { type: 'object', properties },
    execute: () => Promise.resolve(''),
  };
  const first = await toolDigest(tool);
  expect(await toolDigest(tool)).toBe(first);
  properties['recursive'] = { type: 'boolean' };
  const changed = await toolDigest(tool);
  expect(changed).not.toBe(first);
  delete properties['recursive'];
  expect(await toolDigest(tool)).toBe(first);
});
