import * as z from 'zod';
import { IdSchema, JsonObjectSchema, TimestampSchema, UtcTimestampSchema } from '../ids.ts';
import { formatTime } from '../time.ts';
import { checkQuestion } from './answerable.ts';

/** Why a person is asked: for leave, for an answer, or about a call whose outcome is unknown. */
export type InteractionPurpose = 'authorization' | 'question' | 'recovery';

/** How much harm a call can do, as the server judges it. */
export type RiskLevel = 'low' | 'medium' | 'high';

/** What a person can do about a call. */
export type ApprovalAction =
  | 'approve'
  | 'deny'
  | 'modify_args'
  | 'pause'
  | 'resume'
  | 'abort_run'
  | 'answer';

/** The four ways to ask, as values: `InteractionType.CONFIRM`, or `InteractionType.confirm`. */
export const InteractionType = {
  input: 'input',
  select: 'select',
  confirm: 'confirm',
  combined: 'combined',
  INPUT: 'input',
  SELECT: 'select',
  CONFIRM: 'confirm',
  COMBINED: 'combined',
} as const;
/** The four ways to ask. */
export type InteractionType = (typeof InteractionType)[keyof typeof InteractionType];

/** What a part of a combined request has, besides the fields of its own type. */
export interface PartBase {
  /** Within a combined request it names the part. */
  id: string;
  /** Written by the agent or the server. Untrusted: render as text. */
  title: string;
  /** More of it. Untrusted, too. */
  description?: string;
  /** Whether an empty answer is refused. Default `true`. */
  required: boolean;
}

/**
 * What a loop that is not the server's says about its own call or question. Nobody has checked it:
 * show it in a frame of its own, under the caller's name, never as the server's words.
 */
export interface ExternalWords {
  /** Who asked, as authenticated; absent where nobody was. */
  caller?: string;
  /** Only of a call: a question's own title and description are its caller's anyway. */
  title?: string;
  description?: string;
  reason?: string;
  /** What the caller takes the risk for; the request's `risk_level` is never lower. */
  risk_level?: RiskLevel;
  metadata?: Record<string, unknown>;
}

/** What every request has, besides the fields of its own type. */
export interface RequestBase extends PartBase {
  run_id: string;
  session_id: string;
  step_id?: string;
  /** The assistant message whose batch this belongs to. */
  message_id?: string;
  tool_call_id: string;
  /** The tool that would run, or that asks. */
  tool_name: string;
  /** What the tool would receive. Untrusted: render as text, in full. */
  tool_args: Record<string, unknown>;
  /** Whose run it is; absent: nobody’s. */
  user_id?: string;
  /** What the tool and the server attached, never a caller's; unknown members survive every hop. */
  metadata: Record<string, unknown>;
  created_at: string;
  /** From then on answering fails with `interaction_expired`. Absent: never. */
  expires_at?: string;
  root_run_id: string;
  /** Why it is asked: for leave, for an answer, or about a call whose end nobody knows. */
  purpose: InteractionPurpose;
  /** Place in its batch, from 0. */
  batch?: { index: number; size: number };
  /** Lower-case hex SHA-256 of the RFC 8785 form of `{"args": …, "tool": …}`; the server sets it always. */
  args_digest?: string;
  /**
   * Lower-case hex SHA-256 of what the tool is: its name, description, JSON Schema and program or
   * server. Of an authorization: once the tool is another one, it is asked again.
   */
  tool_digest?: string;
  /** As the server and its policies see it, or higher where a caller says so. */
  risk_level?: RiskLevel;
  /** Why a person is asked, as the server's rules and policies say. */
  reason?: string;
  /** What the loop says that asked, where it is not the server's; the caller's words, unchecked. */
  external?: ExternalWords;
  /** What a response may say as its `action`; another one is `invalid_response`. */
  allowed_actions: ApprovalAction[];
  /** Names from the root agent to the asking one. */
  agent_path: string[];
  /** Its clock stands still until somebody resumes it. */
  paused?: boolean;
}

/** The own fields of a request for text. */
export interface InputFields {
  type: 'input';
  /** Shown while nothing is typed; no answer. */
  placeholder?: string;
  /** Default `false`. */
  multiline: boolean;
  /** `text`, `password`, `number`, `email`, `url` …: an open set. Default `text`. */
  input_type: string;
  /** The answer is kept in the vault; events and logs hold a handle. Default `false`. */
  sensitive: boolean;
  /** What the field holds at first. */
  default_value?: string;
  /** In UTF-16 code units. */
  min_length?: number;
  /** In UTF-16 code units. */
  max_length?: number;
}

/** One choice. */
export interface SelectOption {
  /** What an answer names. */
  value: string;
  /** What a person reads. */
  label: string;
  description?: string;
}

/** The own fields of a request for a choice. */
export interface SelectFields {
  type: 'select';
  options: SelectOption[];
  /** Whether several may be chosen. Default `false`. */
  multiple: boolean;
  /** At least 1 where an answer is required. What is not required may be left empty all the same. */
  min_selected?: number;
  /** With `multiple`; without it, 1. */
  max_selected?: number;
  /** Whether a text of one's own (`other`) may be given. Default `false`. */
  allow_other: boolean;
  /** What is chosen at first. */
  default_values?: string[];
}

/** The own fields of a request for a yes or no. */
export interface ConfirmFields {
  type: 'confirm';
  /** What the button for a yes says. */
  confirm_text?: string;
  /** What the button for a no says. */
  cancel_text?: string;
  /** JSON Schema of the arguments of an authorization, so that they can be edited with their types. */
  tool_schema?: Record<string, unknown>;
}

/** The own fields of a request with several parts, answered together. */
export interface CombinedFields {
  type: 'combined';
  /** Its parts, in the order in which they are asked. */
  interactions: InteractionPart[];
}

/** A part of a combined request. */
export type InteractionPart =
  | (PartBase & InputFields)
  | (PartBase & SelectFields)
  | (PartBase & ConfirmFields)
  | (PartBase & CombinedFields);

/** Asks a person for text. */
export type InputRequest = RequestBase & InputFields;
/** Asks a person to choose. */
export type SelectRequest = RequestBase & SelectFields;
/** Asks a person for a yes or no; every authorization is one. */
export type ConfirmRequest = RequestBase & ConfirmFields;
/** Asks a person several things at once. */
export type CombinedRequest = RequestBase & CombinedFields;

/** Asks a person something; the run is suspended until it is settled. */
export type InteractionRequest = InputRequest | SelectRequest | ConfirmRequest | CombinedRequest;

export const RiskLevelSchema: z.ZodType<RiskLevel> = z.enum(['low', 'medium', 'high']);

export const ApprovalActionSchema: z.ZodType<ApprovalAction> = z.enum([
  'approve',
  'deny',
  'modify_args',
  'pause',
  'resume',
  'abort_run',
  'answer',
]);

const count = z.int().min(0);
const text = z.string();

/** What a caller says about its call. */
const ExternalWordsSchema: z.ZodType<ExternalWords> = z.looseObject({
  caller: text.exactOptional(),
  title: text.exactOptional(),
  description: text.exactOptional(),
  reason: text.exactOptional(),
  risk_level: z.exactOptional(RiskLevelSchema),
  metadata: z.exactOptional(JsonObjectSchema),
});

const partShape = {
  id: IdSchema.default(() => crypto.randomUUID()).meta({ description: 'Default: a new UUID.' }),
  title: text,
  description: text.exactOptional(),
  required: z.boolean().default(true),
};

const requestShape = {
  ...partShape,
  run_id: IdSchema,
  session_id: IdSchema,
  step_id: z.exactOptional(IdSchema),
  message_id: z.exactOptional(IdSchema),
  tool_call_id: IdSchema,
  tool_name: text.min(1),
  tool_args: JsonObjectSchema,
  user_id: text.exactOptional(),
  metadata: JsonObjectSchema.default({}),
  created_at: TimestampSchema.default(() => formatTime(Date.now())).meta({
    description: 'Default: now.',
  }),
  expires_at: z.exactOptional(TimestampSchema),
  root_run_id: IdSchema.default('').meta({ description: 'Default: the run itself.' }),
  purpose: z.enum(['authorization', 'question', 'recovery']).default('question'),
  batch: z.looseObject({ index: count, size: count }).exactOptional(),
  args_digest: text.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex').exactOptional(),
  tool_digest: text.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex').exactOptional(),
  risk_level: z.exactOptional(RiskLevelSchema),
  reason: text.exactOptional(),
  external: z.exactOptional(ExternalWordsSchema),
  allowed_actions: z.array(ApprovalActionSchema).default([]),
  agent_path: z.array(text).default([]),
  paused: z.boolean().exactOptional(),
};

const inputShape = {
  type: z.literal('input'),
  placeholder: text.exactOptional(),
  multiline: z.boolean().default(false),
  input_type: text.min(1).default('text'),
  sensitive: z.boolean().default(false),
  default_value: text.exactOptional(),
  min_length: count.exactOptional(),
  max_length: count.exactOptional(),
};

const selectShape = {
  type: z.literal('select'),
  options: z.array(z.looseObject({ value: text, label: text, description: text.exactOptional() })),
  multiple: z.boolean().default(false),
  min_selected: count.exactOptional(),
  max_selected: count.exactOptional(),
  allow_other: z.boolean().default(false),
  default_values: z.array(text).exactOptional(),
};

const confirmShape = {
  type: z.literal('confirm'),
  confirm_text: text.exactOptional(),
  cancel_text: text.exactOptional(),
  tool_schema: z.exactOptional(JsonObjectSchema),
};

const combinedShape = {
  type: z.literal('combined'),
  interactions: z.array(z.lazy((): z.ZodType<InteractionPart> => InteractionPartSchema)).min(1),
};

/** A part of a combined request, to any depth. */
export const InteractionPartSchema: z.ZodType<InteractionPart> = z.discriminatedUnion('type', [
  z.looseObject({ ...partShape, ...inputShape }),
  z.looseObject({ ...partShape, ...selectShape }),
  z.looseObject({ ...partShape, ...confirmShape }),
  z.looseObject({ ...partShape, ...combinedShape }),
]);

/**
 * A request, with defaults filled in: `id` (UUID), `created_at` (now), `metadata`, `required`,
 * `root_run_id` (the run itself). Unknown members are kept.
 */
export const InteractionRequestSchema: z.ZodType<InteractionRequest> = z
  .discriminatedUnion('type', [
    z.looseObject({ ...requestShape, ...inputShape }),
    z.looseObject({ ...requestShape, ...selectShape }),
    z.looseObject({ ...requestShape, ...confirmShape }),
    z.looseObject({ ...requestShape, ...combinedShape }),
  ])
  .transform((request) => ({ ...request, root_run_id: request.root_run_id || request.run_id }));

/** What a tool or an agent supplies to ask a question: the type's own fields and what to show. */
export type Question = InteractionPart & {
  metadata?: Record<string, unknown>;
  /** After this time nobody can answer any more. Default: never. */
  expires_at?: string;
};

const questionShape = {
  metadata: z.exactOptional(JsonObjectSchema),
  expires_at: z.exactOptional(UtcTimestampSchema),
};

/** A question, with defaults filled in. One that no answer can fit fails. */
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
  });
