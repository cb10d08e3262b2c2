import * as z from 'zod';
import type {
  ApprovalAction,
  ExternalWords,
  InteractionPurpose,
  InteractionRequest,
  RiskLevel,
} from '../generated/types.ts';
import { IdSchema, JsonObjectSchema, TimestampSchema } from '../ids.ts';
import { formatTime } from '../time.ts';
import type { InteractionType } from './interaction-type.ts';
import {
  combinedShape,
  confirmShape,
  inputShape,
  partShape,
  questionShape,
  selectShape,
} from './question.ts';

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
