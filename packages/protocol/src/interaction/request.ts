import * as z from 'zod';
import type {
  ApprovalAction,
  ExternalWords,
  InteractionPart,
  InteractionPurpose,
  InteractionRequest,
  Question,
  RiskLevel,
  SelectOption,
} from '../generated/types.ts';
import { IdSchema, JsonObjectSchema, TimestampSchema, UtcTimestampSchema } from '../ids.ts';
import { formatTime } from '../time.ts';
import { checkQuestion } from './check-question.ts';
import type { InteractionType } from './interaction-type.ts';

export const InteractionTypeSchema: z.ZodType<InteractionType> = z
  .enum(['input', 'select', 'confirm', 'combined'])
  .describe('The four ways to ask.');

export const InteractionPurposeSchema: z.ZodType<InteractionPurpose> = z
  .enum(['authorization', 'question', 'recovery'])
  .describe(
    'Purpose of a request: permission, an answer, or a decision about a call whose outcome is unknown.',
  );

export const RiskLevelSchema: z.ZodType<RiskLevel> = z
  .enum(['low', 'medium', 'high'])
  .describe('The possible harm of a call, as estimated by the server.');

export const ApprovalActionSchema: z.ZodType<ApprovalAction> = z
  .enum(['approve', 'deny', 'modify_args', 'pause', 'resume', 'abort_run', 'answer'])
  .describe('Actions of a person on a call.');

const count = z.int().min(0);
const text = z.string();
const digest = text.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');

export const ExternalWordsSchema: z.ZodType<ExternalWords> = z
  .looseObject({
    caller: text
      .exactOptional()
      .describe('The authenticated user who asked. Absent: the caller is anonymous.'),
    title: text
      .exactOptional()
      .describe(
        'Only for a call: the title and description of a question always come from the caller.',
      ),
    description: text.exactOptional(),
    reason: text.exactOptional(),
    risk_level: RiskLevelSchema.exactOptional().describe(
      'The risk according to the caller; the `risk_level` of the request is never lower.',
    ),
    metadata: JsonObjectSchema.exactOptional(),
  })
  .describe(
    'Words of an external agent loop about its own call or question. They are unchecked: show them in a separate frame, under the caller’s name, never as the server’s words.',
  );

const partShape = {
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

const requestShape = {
  ...partShape,
  run_id: IdSchema,
  session_id: IdSchema,
  step_id: IdSchema.exactOptional(),
  message_id: IdSchema.exactOptional().describe(
    'The assistant message whose batch this belongs to.',
  ),
  tool_call_id: IdSchema,
  tool_name: text.min(1).describe('The tool that would run, or the tool that asks.'),
  tool_args: JsonObjectSchema.describe(
    'Arguments that the tool would receive. Untrusted: render as text, in full.',
  ),
  user_id: text.exactOptional().describe('The user of the run. Absent: it has no user.'),
  metadata: JsonObjectSchema.default({}).describe(
    'Data attached by the tool and the server, never by a caller; unknown members are preserved.',
  ),
  created_at: TimestampSchema.default(() => formatTime(Date.now())).describe('Default: now.'),
  expires_at: TimestampSchema.exactOptional().describe(
    'From then on answering fails with `interaction_expired`. Absent: never.',
  ),
  root_run_id: IdSchema.default('').describe('Default: the run itself.'),
  purpose: InteractionPurposeSchema.default('question'),
  batch: z
    .looseObject({ index: count, size: count })
    .exactOptional()
    .describe('Place in its batch, from 0.'),
  args_digest: digest
    .exactOptional()
    .describe(
      'Lower-case hex SHA-256 of the RFC 8785 form of `{"args": …, "tool": …}`; always set by the server.',
    ),
  tool_digest: digest
    .exactOptional()
    .describe(
      'Lower-case hex SHA-256 of the tool’s name, description, JSON Schema and program or server. For an authorization: if the tool changes, a person is asked again.',
    ),
  risk_level: RiskLevelSchema.exactOptional().describe(
    'Set by the server and its policies; a caller can only raise it.',
  ),
  reason: text.exactOptional().describe('Reason for asking, from the server’s rules and policies.'),
  external: ExternalWordsSchema.exactOptional().describe(
    'Statements of the external agent loop that asked, unverified.',
  ),
  allowed_actions: z
    .array(ApprovalActionSchema)
    .default([])
    .describe('Actions that a response may contain; any other is `invalid_response`.'),
  agent_path: z
    .array(text)
    .default([])
    .describe('Names of agents, from the root agent to the one that asks.'),
  paused: z.boolean().exactOptional().describe('Its clock is stopped until it is resumed.'),
};

const inputShape = {
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

const selectShape = {
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

const confirmShape = {
  type: z.literal('confirm'),
  confirm_text: text.exactOptional().describe('Label of the button for yes.'),
  cancel_text: text.exactOptional().describe('Label of the button for no.'),
  tool_schema: JsonObjectSchema.exactOptional().describe(
    'JSON Schema of the arguments of an authorization, so that they can be edited with their types.',
  ),
};

const combinedShape = {
  type: z.literal('combined'),
  interactions: z
    .array(z.lazy((): z.ZodType<InteractionPart> => InteractionPartSchema))
    .min(1)
    .describe('Its parts, in the order in which they are asked.'),
};

const questionShape = {
  metadata: JsonObjectSchema.exactOptional(),
  expires_at: UtcTimestampSchema.exactOptional().describe(
    'After this time it can no longer be answered. Default: never.',
  ),
};

const InputRequestSchema = z
  .looseObject({ ...requestShape, ...inputShape })
  .describe('Asks a person for text.');
const SelectRequestSchema = z
  .looseObject({ ...requestShape, ...selectShape })
  .describe('Asks a person to choose.');
const ConfirmRequestSchema = z
  .looseObject({ ...requestShape, ...confirmShape })
  .describe('Asks a person for a yes or no; every authorization is one.');
const CombinedRequestSchema = z
  .looseObject({ ...requestShape, ...combinedShape })
  .describe('Asks a person several things at once.');

export const InteractionPartSchema: z.ZodType<InteractionPart> = z
  .discriminatedUnion('type', [
    z.looseObject({ ...partShape, ...inputShape }),
    z.looseObject({ ...partShape, ...selectShape }),
    z.looseObject({ ...partShape, ...confirmShape }),
    z.looseObject({ ...partShape, ...combinedShape }),
  ])
  .describe('A part of a combined request.');

/** Fills in what is absent: see the descriptions. Unknown members are kept. */
export const InteractionRequestSchema: z.ZodType<InteractionRequest> = z
  .discriminatedUnion('type', [
    InputRequestSchema,
    SelectRequestSchema,
    ConfirmRequestSchema,
    CombinedRequestSchema,
  ])
  .transform((request) => ({ ...request, root_run_id: request.root_run_id || request.run_id }))
  .describe('Asks a person something; the run is suspended until it is settled.');

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

/** The members of requests, parts and questions, by type name. */
export const REQUEST_PARTS: Readonly<Record<string, z.ZodType>> = {
  PartBase: z
    .looseObject(partShape)
    .describe('Fields of every part of a combined request, in addition to those of its type.'),
  RequestBase: z
    .looseObject(requestShape)
    .describe('Fields of every request, in addition to those of its type.'),
  QuestionFields: z
    .looseObject(questionShape)
    .describe('Fields of a question that parts of a combined request do not have.'),
  InputFields: z.looseObject(inputShape).describe('Fields of a request for text.'),
  SelectFields: z.looseObject(selectShape).describe('Fields of a request for a choice.'),
  ConfirmFields: z.looseObject(confirmShape).describe('Fields of a request for a yes or no.'),
  CombinedFields: z
    .looseObject(combinedShape)
    .describe('Fields of a request with several parts, answered together.'),
  InputRequest: InputRequestSchema,
  SelectRequest: SelectRequestSchema,
  ConfirmRequest: ConfirmRequestSchema,
  CombinedRequest: CombinedRequestSchema,
};
