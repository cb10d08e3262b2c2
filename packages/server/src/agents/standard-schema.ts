import type { Issue } from '@hitl/protocol/endpoints';
import type { JsonSchema } from './tool.ts';

/** Result of validating a value with a Standard Schema. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/**
 * A schema of zod (from 4.2), ArkType or another library that follows the Standard Schema and
 * Standard JSON Schema interfaces (https://standardschema.dev).
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: string }) => Readonly<Record<string, unknown>>;
    };
  };
}

/** Whether `parameters` are a schema of a library instead of a JSON Schema. */
export function isStandardSchema(parameters: object): parameters is StandardSchema {
  return '~standard' in parameters;
}

/**
 * The JSON Schema of the schema's input, which a model sees and a person can edit. @throws
 * TypeError if the library cannot produce one.
 */
export function jsonSchemaOf(schema: StandardSchema): JsonSchema {
  const { jsonSchema, vendor } = schema['~standard'];
  if (jsonSchema === undefined) {
    throw new TypeError(
      `parameters: this schema of ${vendor} has no JSON Schema; pass one instead, or wrap it (Valibot: toStandardJsonSchema)`,
    );
  }
  return jsonSchema.input({ target: 'draft-2020-12' });
}

/**
 * The value as parsed by the schema, with its defaults and conversions.
 * @throws TypeError for a schema that checks asynchronously.
 */
export function readBy(
  schema: StandardSchema,
  value: unknown,
): { readonly value: unknown } | { readonly issues: readonly Issue[] } {
  const result = schema['~standard'].validate(value);
  if ('then' in result) {
    throw new TypeError(
      'parameters: a schema that checks asynchronously cannot be used for a tool',
    );
  }
  if (result.issues === undefined) return { value: result.value };
  const issues = result.issues.map(({ path = [], message }) => ({
    path: path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
    message,
  }));
  return { issues };
}
