import * as z from 'zod';
import { choose, section } from '../section.ts';
import { httpUrl, jsonObject, name, variable } from './fields.ts';

/** One answer of a scripted model. */
export interface ScriptedTurnComponent {
  /** `{{id}}` is replaced by the content of that call's result. */
  text?: string;
  tool_calls?: {
    id?: string;
    name: string;
    /** A text is what the model writes in place of JSON. */
    args: Record<string, unknown> | string;
  }[];
  /** Waits before it answers. */
  delay_ms?: number;
  /** Fails with this message. */
  error?: string;
}

/** A model that answers from a script. */
export interface ScriptedModelComponent {
  type: 'model';
  name: string;
  provider: 'scripted';
  turns?: ScriptedTurnComponent[];
  /** A YAML file with a list of turns, or with `turns`. */
  file?: string;
}

/** A model behind an HTTP API in the manner of OpenAI's chat completions. */
export interface OpenAiModelComponent {
  type: 'model';
  name: string;
  provider: 'openai-compatible';
  base_url: string;
  model: string;
  /** The environment variable with the key. Left out, as `api_key_file` is: none is sent. */
  api_key_env?: string;
  /** The file with the key, in place of a variable; a descriptor works too (`/dev/fd/3`). */
  api_key_file?: string;
}

/** A language model. */
export type ModelComponent = ScriptedModelComponent | OpenAiModelComponent;

const ArgsSchema = choose<Record<string, unknown> | string>((value) =>
  typeof value === 'string' ? z.string() : jsonObject,
);

/** Keys of one turn of a script. */
const TurnSchema: z.ZodType<ScriptedTurnComponent> = section({
  text: z.string().exactOptional(),
  tool_calls: z
    .array(
      section({ id: z.string().exactOptional(), name: z.string(), args: ArgsSchema.default({}) }),
    )
    .exactOptional(),
  delay_ms: z.int().min(0).max(86_400_000).exactOptional(),
  error: z.string().exactOptional(),
});

/** What a script file holds: a list of turns, or `turns`. */
export const ScriptFileSchema: z.ZodType<ScriptedTurnComponent[]> = choose((value) =>
  Array.isArray(value)
    ? z.array(TurnSchema)
    : section({ turns: z.array(TurnSchema) }).transform(({ turns }) => turns),
);

const PROVIDERS = ['scripted', 'openai-compatible'] as const;

function modelSchemas(defaults: { type: z.ZodType<'model'>; name: z.ZodType<string> }): {
  scripted: z.ZodType<ScriptedModelComponent>;
  'openai-compatible': z.ZodType<OpenAiModelComponent>;
} {
  return {
    scripted: section({
      ...defaults,
      provider: z.literal('scripted'),
      turns: z.array(TurnSchema).exactOptional(),
      file: z.string().min(1).exactOptional(),
    }).refine(
      ({ turns, file }) => (turns === undefined) !== (file === undefined),
      'expected either turns or file.',
    ),
    'openai-compatible': section({
      ...defaults,
      provider: z.literal('openai-compatible'),
      base_url: httpUrl.default('https://api.openai.com/v1'),
      model: z.string().min(1),
      api_key_env: variable.exactOptional(),
      api_key_file: z.string().min(1).exactOptional(),
    }).refine(
      ({ api_key_env: env, api_key_file: file }) => env === undefined || file === undefined,
      'expected either api_key_env or api_key_file.',
    ),
  };
}

function modelSchema(schemas: ReturnType<typeof modelSchemas>): z.ZodType<ModelComponent> {
  return choose<ModelComponent>((value) => {
    const provider = jsonObject.safeParse(value).data?.['provider'];
    const known = PROVIDERS.find((candidate) => candidate === provider);
    return known === undefined
      ? z.looseObject({ provider: z.enum(PROVIDERS) }).transform(() => z.NEVER)
      : schemas[known];
  });
}

/** Keys of a model and their defaults. */
export const ModelSchema: z.ZodType<ModelComponent> = modelSchema(
  modelSchemas({ type: z.literal('model'), name }),
);

/** A model defined in place, which needs neither `type` nor `name`. */
export const InlineModelSchema: z.ZodType<ModelComponent> = modelSchema(
  modelSchemas({ type: z.literal('model').default('model'), name: name.default('model') }),
);
