import * as z from 'zod';
import type { ResultCondition } from '../../models/scripted.ts';
import { choose, section } from '../section.ts';
import { httpUrl, jsonObject, name, variable } from './fields.ts';

/** One answer of a scripted model. */
export interface ScriptedTurnComponent {
  /** `{{id}}` is replaced by the content of that call's result. */
  text?: string;
  tool_calls?: {
    id?: string;
    name: string;
    /** A text is passed on as the model's raw arguments. */
    args: Record<string, unknown> | string;
  }[];
  /** Waits before it answers. */
  delay_ms?: number;
  /** Fails with this message. */
  error?: string;
}

/** A variant of a turn: played if the results of calls, by id, match. */
export interface ScriptedChoiceComponent extends ScriptedTurnComponent {
  when?: Record<string, ResultCondition>;
}

/** A turn, or several variants. */
export type ScriptedStepComponent = ScriptedTurnComponent | ScriptedChoiceComponent[];

/** Reply of a script to a later message that contains one of the words of `when`. */
export interface ScriptedReplyComponent {
  when?: string[];
  turns: ScriptedStepComponent[];
}

/** Content of a script. */
export interface ScriptComponent {
  turns: ScriptedStepComponent[];
  replies?: ScriptedReplyComponent[];
}

/** A model that answers from a script. */
export interface ScriptedModelComponent {
  type: 'model';
  name: string;
  provider: 'scripted';
  turns?: ScriptedStepComponent[];
  /** Default: later messages continue with the turns. */
  replies?: ScriptedReplyComponent[];
  /** A YAML file with a list of turns, or with `turns` and `replies`. */
  file?: string;
}

/** A model behind an HTTP API compatible with OpenAI's chat completions. */
export interface OpenAiModelComponent {
  type: 'model';
  name: string;
  provider: 'openai-compatible';
  base_url: string;
  model: string;
  /** The environment variable with the key. Without it and `api_key_file`, no key is sent. */
  api_key_env?: string;
  /** The file with the key, instead of a variable; a descriptor also works (`/dev/fd/3`). */
  api_key_file?: string;
}

/** A language model. */
export type ModelComponent = ScriptedModelComponent | OpenAiModelComponent;

const ArgsSchema = choose<Record<string, unknown> | string>((value) =>
  typeof value === 'string' ? z.string() : jsonObject,
);

const turnKeys = {
  text: z.string().exactOptional(),
  tool_calls: z
    .array(
      section({ id: z.string().exactOptional(), name: z.string(), args: ArgsSchema.default({}) }),
    )
    .exactOptional(),
  delay_ms: z.int().min(0).max(86_400_000).exactOptional(),
  error: z.string().exactOptional(),
};

const TurnSchema: z.ZodType<ScriptedTurnComponent> = section(turnKeys);

const ConditionSchema: z.ZodType<ResultCondition> = choose<ResultCondition>((value) =>
  typeof value === 'object'
    ? section({ contains: z.string().min(1) })
    : z.enum(['succeeded', 'denied', 'failed']),
);

const choicesSchema = (): z.ZodType<ScriptedChoiceComponent[]> =>
  z
    .array(section({ ...turnKeys, when: z.record(z.string(), ConditionSchema).exactOptional() }))
    .refine(
      (choices) => choices.at(-1)?.when === undefined && choices.length > 0,
      'expected a last one without "when", for all other results.',
    );

const StepSchema: z.ZodType<ScriptedStepComponent> = choose<ScriptedStepComponent>((value) =>
  Array.isArray(value) ? choicesSchema() : TurnSchema,
);

const repliesSchema = (): z.ZodType<ScriptedReplyComponent[]> =>
  z.array(
    section({
      when: z.array(z.string().min(1)).min(1).exactOptional(),
      turns: z.array(StepSchema),
    }),
  );

/** Content of a script file: a list of turns, or `turns` and `replies`. */
export const ScriptFileSchema: z.ZodType<ScriptComponent> = choose<ScriptComponent>((value) =>
  Array.isArray(value)
    ? z.array(StepSchema).transform((turns) => ({ turns }))
    : section({ turns: z.array(StepSchema), replies: repliesSchema().exactOptional() }),
);

const PROVIDERS = ['scripted', 'openai-compatible'] as const;

/** The keys whose defaults depend on where a model is defined. */
interface Named {
  type: z.ZodType<'model'>;
  name: z.ZodType<string>;
}

const MODELS: Readonly<
  Record<(typeof PROVIDERS)[number], (named: Named) => z.ZodType<ModelComponent>>
> = {
  scripted: (named) =>
    section({
      ...named,
      provider: z.literal('scripted'),
      turns: z.array(StepSchema).exactOptional(),
      replies: repliesSchema().exactOptional(),
      file: name.exactOptional(),
    })
      .refine(
        ({ turns, file }) => (turns === undefined) !== (file === undefined),
        'expected either turns or file.',
      )
      .refine(
        ({ replies, file }) => replies === undefined || file === undefined,
        'expected replies in the file, next to turns.',
      ),
  'openai-compatible': (named) =>
    section({
      ...named,
      provider: z.literal('openai-compatible'),
      base_url: httpUrl.default('https://api.openai.com/v1'),
      model: name,
      api_key_env: variable.exactOptional(),
      api_key_file: name.exactOptional(),
    }).refine(
      ({ api_key_env: env, api_key_file: file }) => env === undefined || file === undefined,
      'expected either api_key_env or api_key_file.',
    ),
};

/** Picks the schema of a model by its `provider`, and makes only that one. */
function modelSchema(named: () => Named): z.ZodType<ModelComponent> {
  return choose<ModelComponent>((value) => {
    const provider = jsonObject.safeParse(value).data?.['provider'];
    const known = PROVIDERS.find((candidate) => candidate === provider);
    return known === undefined
      ? z.looseObject({ provider: z.enum(PROVIDERS) }).transform(() => z.NEVER)
      : MODELS[known](named());
  });
}

/** Keys of a model and their defaults. */
export const ModelSchema: z.ZodType<ModelComponent> = modelSchema(() => ({
  type: z.literal('model'),
  name,
}));

/** A model defined in place, which needs neither `type` nor `name`. */
export const InlineModelSchema: z.ZodType<ModelComponent> = modelSchema(() => ({
  type: z.literal('model').default('model'),
  name: name.default('model'),
}));
