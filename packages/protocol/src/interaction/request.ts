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
import { checkQuestion } from './answerable.ts';
import type { InteractionType } from './interaction-type.ts';

export const InteractionTypeSchema: z.ZodType<InteractionType> = z
  .enum(['input', 'select', 'confirm', 'combined'])
  .describe('The four ways to ask.');

export const InteractionPurposeSchema: z.ZodType<InteractionPurpose> = z
  .enum(['authorization', 'question', 'recovery'])
  .describe(
    'Why a person is asked: for permission, for an answer, or about a call whose outcome is unknown.',
  );

export const RiskLevelSchema: z.ZodType<RiskLevel> = z
  .enum(['low', 'medium', 'high'])
  .describe('How much harm a call can do, as the server sees it.');

export const ApprovalActionSchema: z.ZodType<ApprovalAction> = z
  .enum(['approve', 'deny', 'modify_args', 'pause', 'resume', 'abort_run', 'answer'])
  .describe('What a person can do about a call.');

const count = z.int().min(0);
const text = z.string();
const digest = text.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');

export const ExternalWordsSchema: z.ZodType<ExternalWords> = z
  .looseObject({
    caller: text
      .exactOptional()
      .describe('Who asked, as authenticated. Absent: the caller is anonymous.'),
    title: text
      .exactOptional()
      .describe("Only of a call: a question's own title and description are its caller's anyway."),
    description: text.exactOptional(),
    reason: text.exactOptional(),
    risk_level: RiskLevelSchema.exactOptional().describe(
      "What the caller takes the risk for; the request's `risk_level` is never lower.",
    ),
    metadata: JsonObjectSchema.exactOptional(),
  })
  .describe(
    "What a loop that is not the server's says about its own call or question. It is unchecked: show it in a frame of its own, under the caller's name, never as the server's words.",
  );

const partShape = {
  id: IdSchema.default(() => crypto.randomUUID()).describe(
    'Within a combined request it names the part. Default: a new UUID.',
  ),
  title: text.describe('Written by the agent or the server. Untrusted: render as text.'),
  description: text.exactOptional().describe('More of it. Untrusted, too.'),
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
  tool_name: text.min(1).describe('The tool that would run, or that asks.'),
  tool_args: JsonObjectSchema.describe(
    'What the tool would receive. Untrusted: render as text, in full.',
  ),
  user_id: text.exactOptional().describe('Whose run it is. Absent: it has no user.'),
  metadata: JsonObjectSchema.default({}).describe(
    "What the tool and the server attached, never a caller's; unknown members survive every hop.",
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
      'Lower-case hex SHA-256 of the RFC 8785 form of `{"args": …, "tool": …}`; the server sets it always.',
    ),
  tool_digest: digest
    .exactOptional()
    .describe(
      'Lower-case hex SHA-256 of what the tool is: its name, description, JSON Schema and program or server. Of an authorization: once the tool is another one, it is asked again.',
    ),
  risk_level: RiskLevelSchema.exactOptional().describe(
    'As the server and its policies see it, or higher where a caller says so.',
  ),
  reason: text
    .exactOptional()
    .describe("Why a person is asked, as the server's rules and policies say."),
  external: ExternalWordsSchema.exactOptional().describe(
    "What the loop that asked says, where it is not the server's; the caller's words, unchecked.",
  ),
  allowed_actions: z
    .array(ApprovalActionSchema)
    .default([])
    .describe('What a response may say as its `action`; another one is `invalid_response`.'),
  agent_path: z
    .array(text)
    .default([])
    .describe('Names of agents, from the root agent to the one that asks.'),
  paused: z.boolean().exactOptional().describe('Its clock stands still until it is resumed.'),
};

const inputShape = {
  type: z.literal('input'),
  placeholder: text.exactOptional().describe('Shown while nothing is typed; no answer.'),
  multiline: z.boolean().default(false).describe('Default `false`.'),
  input_type: text
    .min(1)
    .default('text')
    .describe('`text`, `password`, `number`, `email`, `url` …: an open set. Default `text`.'),
  sensitive: z
    .boolean()
    .default(false)
    .describe('The answer is kept in the vault; events and logs hold a handle. Default `false`.'),
  default_value: text.exactOptional().describe('What the field holds at first.'),
  min_length: count.exactOptional().describe('In UTF-16 code units.'),
  max_length: count.exactOptional().describe('In UTF-16 code units.'),
};

export const SelectOptionSchema: z.ZodType<SelectOption> = z
  .looseObject({
    value: text.describe('What an answer names.'),
    label: text.describe('What a person reads.'),
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
      'At least 1 where an answer is required. What is not required may be left empty all the same.',
    ),
  max_selected: count.exactOptional().describe('With `multiple`; without it, 1.'),
  allow_other: z
    .boolean()
    .default(false)
    .describe("Whether a text of one's own (`other`) may be given. Default `false`."),
  default_values: z.array(text).exactOptional().describe('What is chosen at first.'),
};

const confirmShape = {
  type: z.literal('confirm'),
  confirm_text: text.exactOptional().describe('What the button for a yes says.'),
  cancel_text: text.exactOptional().describe('What the button for a no says.'),
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
    "What a tool or an agent supplies to ask a question: the type's own fields and what to show.",
  );

/** The JSON Schema of a call is the server's to say: no question has one. */
const { tool_schema: _, ...yesOrNoShape } = confirmShape;

/**
 * What a question, or a part of one, may hold: the names of its members by its type. Whatever else a
 * request has is the server's to say.
 */
export const QUESTION_MEMBERS: Readonly<Record<InteractionType, readonly string[]>> = {
  input: Object.keys({ ...partShape, ...inputShape }),
  select: Object.keys({ ...partShape, ...selectShape }),
  confirm: Object.keys({ ...partShape, ...yesOrNoShape }),
  combined: Object.keys({ ...partShape, ...combinedShape }),
};

/** What requests, parts and questions consist of, by the names of the types. */
export const REQUEST_PARTS: Readonly<Record<string, z.ZodType>> = {
  PartBase: z
    .looseObject(partShape)
    .describe('What a part of a combined request has, besides the fields of its own type.'),
  RequestBase: z
    .looseObject(requestShape)
    .describe('What every request has, besides the fields of its own type.'),
  QuestionFields: z
    .looseObject(questionShape)
    .describe('What a question has, besides what it shares with parts of a combined request.'),
  InputFields: z.looseObject(inputShape).describe('The own fields of a request for text.'),
  SelectFields: z.looseObject(selectShape).describe('The own fields of a request for a choice.'),
  ConfirmFields: z
    .looseObject(confirmShape)
    .describe('The own fields of a request for a yes or no.'),
  CombinedFields: z
    .looseObject(combinedShape)
    .describe('The own fields of a request with several parts, answered together.'),
  InputRequest: InputRequestSchema,
  SelectRequest: SelectRequestSchema,
  ConfirmRequest: ConfirmRequestSchema,
  CombinedRequest: CombinedRequestSchema,
};
