import * as z from 'zod';
import { choose, reading, section, type Schema } from '../section.ts';
import { httpUrl, jsonObject, name, pathFrom, variable, type Source } from './fields.ts';
import { messageOf } from '../../base/message-of.ts';
import { ConfigError } from '../error.ts';

const turnKeys = {
  /** `{{id}}` is replaced by the content of that call's result. */
  text: z.string().exactOptional(),
  tool_calls: z
    .array(
      section({
        id: z.string().exactOptional(),
        name: z.string(),
        /** A text is passed on as the model's raw arguments. */
        args: choose((value) => (typeof value === 'string' ? z.string() : jsonObject)).default({}),
      }),
    )
    .exactOptional(),
  /** Waits before it answers. */
  delay_ms: z.int().min(0).max(86_400_000).exactOptional(),
  /** Fails with this message. */
  error: z.string().exactOptional(),
};

const TurnSchema = section(turnKeys);

/** One answer of a scripted model. */
export interface ScriptedTurnComponent extends z.output<typeof TurnSchema> {}

const ConditionSchema = choose((value) =>
  typeof value === 'object'
    ? section({ contains: z.string().min(1) })
    : z.enum(['succeeded', 'denied', 'failed']),
);

const choiceSchema = () =>
  section({ ...turnKeys, when: z.record(z.string(), ConditionSchema).exactOptional() });

/** A variant of a turn: played if the results of calls, by id, match. */
export interface ScriptedChoiceComponent extends z.output<ReturnType<typeof choiceSchema>> {}

/** A turn, or several variants. */
export type ScriptedStepComponent = ScriptedTurnComponent | ScriptedChoiceComponent[];

const StepSchema: Schema<ScriptedStepComponent> = choose((value) =>
  Array.isArray(value)
    ? z
        .array(choiceSchema())
        .refine(
          (choices) => choices.at(-1)?.when === undefined && choices.length > 0,
          'expected a last one without "when", for all other results.',
        )
    : TurnSchema,
);

const replySchema = () =>
  section({
    when: z.array(z.string().min(1)).min(1).exactOptional(),
    turns: z.array(StepSchema),
  });

/** Reply of a script to a later message that contains one of the words of `when`. */
export interface ScriptedReplyComponent extends z.output<ReturnType<typeof replySchema>> {}

const scriptSchema = () =>
  section({ turns: z.array(StepSchema), replies: z.array(replySchema()).exactOptional() });

/** Content of a script. */
export interface ScriptComponent extends z.output<ReturnType<typeof scriptSchema>> {}

/** Content of a script file: a list of turns, or `turns` and `replies`. */
export const ScriptFileSchema: Schema<ScriptComponent> = choose((value) =>
  Array.isArray(value) ? z.array(StepSchema).transform((turns) => ({ turns })) : scriptSchema(),
);

/** The file of a model, whose script may be another file. */
export interface ModelSource extends Source {
  /** Reads the script at an absolute path. */
  readonly readScript: (path: string) => ScriptComponent;
}

/** The keys whose defaults depend on where a model is defined. */
interface Named {
  type: z.ZodType<'model'>;
  name: z.ZodType<string>;
}

const scriptedSchema = (named: Named, source: ModelSource) =>
  reading(
    section({
      ...named,
      provider: z.literal('scripted'),
      turns: z.array(StepSchema).exactOptional(),
      /** Default: later messages continue with the turns. */
      replies: z.array(replySchema()).exactOptional(),
      /** A YAML file with a list of turns, or with `turns` and `replies`, which replaces this key. */
      file: pathFrom(source).exactOptional(),
    })
      .refine(
        ({ turns, file }) => (turns === undefined) !== (file === undefined),
        'expected either turns or file.',
      )
      .refine(
        ({ replies, file }) => replies === undefined || file === undefined,
        'expected replies in the file, next to turns.',
      )
      .transform(({ file, ...model }, context) => {
        try {
          return file === undefined ? model : { ...model, ...source.readScript(file) };
        } catch (error) {
          if (error instanceof ConfigError) throw error;
          const message = `the script cannot be read: ${messageOf(error)}`;
          context.addIssue({ code: 'custom', path: ['file'], message });
          return z.NEVER;
        }
      }),
  );

/** A model that answers from a script. */
export interface ScriptedModelComponent extends z.output<ReturnType<typeof scriptedSchema>> {}

const openAiSchema = (named: Named, source: Source) =>
  section({
    ...named,
    provider: z.literal('openai-compatible'),
    base_url: httpUrl.default('https://api.openai.com/v1'),
    model: name,
    /** The environment variable with the key. Without it and `api_key_file`, no key is sent. */
    api_key_env: variable.exactOptional(),
    /** The file with the key, instead of a variable; a descriptor also works (`/dev/fd/3`). */
    api_key_file: pathFrom(source).exactOptional(),
  }).refine(
    ({ api_key_env: env, api_key_file: file }) => env === undefined || file === undefined,
    'expected either api_key_env or api_key_file.',
  );

/** A model behind an HTTP API compatible with OpenAI's chat completions. */
export interface OpenAiModelComponent extends z.output<ReturnType<typeof openAiSchema>> {}

const MODELS = { scripted: scriptedSchema, 'openai-compatible': openAiSchema };
const PROVIDERS = ['scripted', 'openai-compatible'] as const;

/** A language model. */
export type ModelComponent = ScriptedModelComponent | OpenAiModelComponent;

/** Picks the schema of a model by its `provider`, and makes only that one. */
const modelOf = (source: ModelSource, named: () => Named): Schema<ModelComponent> =>
  choose((value) => {
    const provider = jsonObject.safeParse(value).data?.['provider'];
    const known = PROVIDERS.find((candidate) => candidate === provider);
    return known === undefined
      ? z.looseObject({ provider: z.enum(PROVIDERS) }).transform(() => z.NEVER)
      : MODELS[known](named(), source);
  });

/** Keys of a model and their defaults. */
export const modelSchema = (source: ModelSource) =>
  modelOf(source, () => ({ type: z.literal('model'), name }));

/** A model defined in place, which needs neither `type` nor `name`. */
export const inlineModelSchema = (source: ModelSource) =>
  modelOf(source, () => ({
    type: z.literal('model').default('model'),
    name: name.default('model'),
  }));
