import * as z from 'zod';
import type {
  CombinedFields,
  ConfirmFields,
  InputFields,
  InteractionPart,
  PartBase,
  Question,
  QuestionFields,
  SelectFields,
  SelectOption,
} from '../generated/types.ts';
import { IdSchema, JsonObjectSchema, UtcTimestampSchema } from '../ids.ts';
import { checkQuestion } from './check-question.ts';
import type { InteractionType } from './interaction-type.ts';

// Apart from requests, whose schemas take time to make and are not needed to ask a question.

/** The schema of each member of `T`. */
type ShapeOf<T> = {
  readonly [Name in keyof T]-?: object extends Pick<T, Name>
    ? z.ZodExactOptional<z.ZodType<T[Name]>>
    : z.ZodType<T[Name]>;
};

const count = z.int().min(0);
const text = z.string();

export const partShape: ShapeOf<PartBase> = {
  id: IdSchema.default(() => crypto.randomUUID()).describe(
    'Within a combined request it names the part. Default: a new UUID.',
  ),
  title: text.describe('Written by the agent or the server. Untrusted: render as text.'),
  description: text.exactOptional().describe('More details. Untrusted: render as text.'),
  required: z
    .boolean()
    .default(true)
    .describe('Whether an empty answer is refused. Default `true`.'),
};

export const inputShape: ShapeOf<InputFields> = {
  type: z.literal('input'),
  placeholder: text
    .exactOptional()
    .describe('Shown while the field is empty; not part of the answer.'),
  multiline: z.boolean().default(false).describe('Default `false`.'),
  input_type: text
    .min(1)
    .default('text')
    .describe('`text`, `password`, `number`, `email`, `url` …: an open set. Default `text`.'),
  sensitive: z
    .boolean()
    .default(false)
    .describe(
      'The answer is stored in the vault; events and logs contain a handle. Default `false`.',
    ),
  default_value: text.exactOptional().describe('Initial value of the field.'),
  min_length: count.exactOptional().describe('In UTF-16 code units.'),
  max_length: count.exactOptional().describe('In UTF-16 code units.'),
};

export const SelectOptionSchema: z.ZodType<SelectOption> = z
  .looseObject({
    value: text.describe('The id that an answer refers to.'),
    label: text.describe('The label shown to a person.'),
    description: text.exactOptional(),
  })
  .describe('One choice.');

export const selectShape: ShapeOf<SelectFields> = {
  type: z.literal('select'),
  options: z.array(SelectOptionSchema),
  multiple: z.boolean().default(false).describe('Whether several may be chosen. Default `false`.'),
  min_selected: count
    .exactOptional()
    .describe(
      'At least 1 if an answer is required. An answer that is not required may still be empty.',
    ),
  max_selected: count.exactOptional().describe('With `multiple`; without it, 1.'),
  allow_other: z
    .boolean()
    .default(false)
    .describe('Whether a free text (`other`) may be given. Default `false`.'),
  default_values: z.array(text).exactOptional().describe('Initially selected values.'),
};

export const confirmShape: ShapeOf<ConfirmFields> = {
  type: z.literal('confirm'),
  confirm_text: text.exactOptional().describe('Label of the button for yes.'),
  cancel_text: text.exactOptional().describe('Label of the button for no.'),
  tool_schema: JsonObjectSchema.exactOptional().describe(
    'JSON Schema of the arguments of an authorization, so that they can be edited with their types.',
  ),
};

export const combinedShape: ShapeOf<CombinedFields> = {
  type: z.literal('combined'),
  interactions: z
    .array(z.lazy((): z.ZodType<InteractionPart> => InteractionPartSchema))
    .min(1)
    .describe('Its parts, in the order in which they are asked.'),
};

export const questionShape: ShapeOf<QuestionFields> = {
  metadata: JsonObjectSchema.exactOptional(),
  expires_at: UtcTimestampSchema.exactOptional().describe(
    'After this time it can no longer be answered. Default: never.',
  ),
};

export const InteractionPartSchema: z.ZodType<InteractionPart> = z
  .discriminatedUnion('type', [
    z.looseObject({ ...partShape, ...inputShape }),
    z.looseObject({ ...partShape, ...selectShape }),
    z.looseObject({ ...partShape, ...confirmShape }),
    z.looseObject({ ...partShape, ...combinedShape }),
  ])
  .describe('A part of a combined request.');

/** Fills in what is absent. A question that no answer can fit fails. */
export const QuestionSchema: z.ZodType<Question> = z
  .discriminatedUnion('type', [
    z.looseObject({ ...partShape, ...inputShape, ...questionShape }),
    z.looseObject({ ...partShape, ...selectShape, ...questionShape }),
    z.looseObject({ ...partShape, ...confirmShape, ...questionShape }),
    z.looseObject({ ...partShape, ...combinedShape, ...questionShape }),
  ])
  .check((context) => {
    for (const { path, message } of checkQuestion(context.value)) {
      const at = path.split('.').map((name) => (/^\d+$/.test(name) ? Number(name) : name));
      context.issues.push({ code: 'custom', input: context.value, path: at, message });
    }
  })
  .describe(
    'A question as supplied by a tool or an agent: the fields of its type and the texts to show.',
  );

/** Only the server sets the JSON Schema of a call; no question has one. */
const { tool_schema: _, ...yesOrNoShape } = confirmShape;

/** Members of a question or a part of one, by type; `QUESTION_MEMBERS` is generated from them. */
export const QUESTION_SHAPES: Readonly<Record<InteractionType, z.core.$ZodShape>> = {
  input: { ...partShape, ...inputShape },
  select: { ...partShape, ...selectShape },
  confirm: { ...partShape, ...yesOrNoShape },
  combined: { ...partShape, ...combinedShape },
};
