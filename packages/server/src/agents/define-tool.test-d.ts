import { expectTypeOf, test } from 'vitest';
import type { JsonSchema, Tool } from './tool.ts';
import { defineTool } from './define-tool.ts';

test('gives functions the arguments that the schema says', () => {
  const tool = defineTool({
    name: 'deploy',
    parameters: {
      type: 'object',
      properties: {
        env: { enum: ['test', 'prod'] },
        replicas: { type: 'integer' },
        labels: { type: 'array', items: { type: 'string' } },
        note: { type: ['string', 'null'] },
        target: {
          type: 'object',
          properties: { region: { type: 'string' }, dry: { type: 'boolean' } },
          required: ['region'],
        },
        anything: {},
      },
      required: ['env', 'labels'],
    },
    requiresConsent: (args) => args.env === 'prod',
    getPermissionResource: ({ env }) => env,
    async execute(args) {
      expectTypeOf(args.env).toEqualTypeOf<'test' | 'prod'>();
      expectTypeOf(args.replicas).toEqualTypeOf<number | undefined>();
      expectTypeOf(args.labels).toEqualTypeOf<readonly string[]>();
      expectTypeOf(args.note).toEqualTypeOf<string | null | undefined>();
      expectTypeOf(args.target?.region).toEqualTypeOf<string | undefined>();
      expectTypeOf(args.target?.dry).toEqualTypeOf<boolean | undefined>();
      expectTypeOf(args.anything).toEqualTypeOf<unknown>();
      // @ts-expect-error -- the schema has no such argument
      void args.region;
      return 'done';
    },
  });
  expectTypeOf(tool).toEqualTypeOf<Tool>();
});

test('gives unknown values for a schema that is not written out', () => {
  const parameters: JsonSchema = JSON.parse('{"type":"object"}');
  defineTool({
    name: 'any',
    parameters,
    async execute(args) {
      expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>();
      return 'done';
    },
  });
});
