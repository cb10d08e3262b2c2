import { expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from './tool.ts';
import { defineTool, type ToolDefinition } from './define-tool.ts';

const definition = {
  name: 'my.tool-1_b',
  parameters: { type: 'object', properties: {}, required: [] } as JsonSchema,
  execute: () => Promise.resolve('done'),
} satisfies ToolDefinition;

test('returns the definition as a tool', () => {
  const { execute, ...rest } = definition;
  expect(defineTool(definition)).toMatchObject(rest);
  expect(execute).toBeTypeOf('function');
});

/** Defines a tool as a caller without types would. */
function defineUnchecked(changes: object): void {
  defineTool(Object.assign({ ...definition }, changes));
}

test.each([
  [{ name: '' }, 'its name must be made of letters, digits, "_", "-" and "."'],
  [{ name: 'a b' }, 'its name must be made of'],
  [{ name: 'bash(*)' }, 'its name must be made of'],
  [{ name: undefined }, 'its name must be made of'],
  [{ parameters: undefined }, 'its parameters must be a JSON Schema of type "object"'],
  [{ parameters: { type: 'string' } }, 'its parameters must be a JSON Schema of type "object"'],
  [{ parameters: { type: 'object', properties: [] } }, 'parameters.properties must be an object'],
  [{ parameters: { type: 'object', required: 'env' } }, 'parameters.required must be a list'],
  [
    { parameters: { type: 'object', properties: { n: { type: 'int' } } } },
    'parameters.properties.n.type must be one of string, number',
  ],
  [
    { parameters: { type: 'object', properties: { n: { anyOf: [{ minimum: '1' }] } } } },
    'parameters.properties.n.anyOf[0].minimum must be a number',
  ],
  [
    { parameters: { type: 'object', properties: { n: { pattern: '(' } } } },
    'parameters.properties.n.pattern is not a regular expression: (',
  ],
  [{ execute: 'rm' }, 'it lacks the function execute'],
  [{ effects: 'once' }, 'effects must be one of pure, keyed, at_most_once'],
  [{ timeoutMs: 0 }, 'timeoutMs must be a positive number'],
  [{ timeoutMs: '5s' }, 'timeoutMs must be a positive number'],
  [{ permission: { kind: 'regex' } }, 'permission.kind must be one of command, path, url'],
  [{ permission: { kind: 'path' } }, 'permission.arg must name the argument that a path rule'],
])('refuses %j immediately', (changes, message) => {
  expect(() => defineUnchecked(changes)).toThrow(TypeError);
  expect(() => defineUnchecked(changes)).toThrow(message);
});

test('takes a schema of a library, and reports one that has no JSON Schema', () => {
  const tool = defineTool({
    name: 'mail',
    parameters: z.object({ to: z.email(), copies: z.number().int().default(1) }),
    execute: ({ to, copies }) => `${copies} to ${to}`,
  });
  expect(tool.parameters).toMatchObject({
    type: 'object',
    properties: { to: { type: 'string' }, copies: { type: 'integer' } },
    required: ['to'],
  });
  expect(tool.checkArgs?.({ to: 'ann' })).toMatchObject([{ path: 'to' }]);
  expect(tool.checkArgs?.({ to: 'ann@example.com' })).toEqual([]);
  const mute = { '~standard': { version: 1, vendor: 'own', validate: () => ({ value: {} }) } };
  expect(() => defineUnchecked({ parameters: mute })).toThrow('has no JSON Schema');
});

test('lists all problems', () => {
  expect(() => defineUnchecked({ name: '', timeoutMs: -1 })).toThrow(/its name .*; timeoutMs/);
});
