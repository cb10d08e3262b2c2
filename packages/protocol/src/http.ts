import * as z from 'zod';
import { IdSchema, JsonObjectSchema, TimestampSchema } from './ids.ts';
import {
  InteractionRequestSchema,
  RiskLevelSchema,
  type InteractionRequest,
  type RiskLevel,
} from './interaction/request.ts';
import { InteractionResponseSchema, type InteractionResponse } from './interaction/response.ts';
import type { PermissionRule, VerdictDecision } from './permission/permission.ts';
import type { Problem } from './problem.ts';
import type { InteractionOutcome } from './run/event.ts';
import type { Message, Run, RunStatus } from './run/run.ts';
import type { SessionStatus } from './run/state.ts';

/** The body of `POST /runs`. */
export interface CreateRunInput {
  agent_id: string;
  input: string;
  /** Created when unknown. Left out: a new session. */
  session_id?: string;
  /** Only a reviewer may name another user than itself. */
  user_id?: string;
  metadata?: Record<string, unknown>;
}

/** Where an interaction stands. */
export type InteractionStatus = 'pending' | InteractionOutcome;

/** What `GET /interactions/{id}` answers. */
export interface InteractionView {
  interaction_request: InteractionRequest;
  run_id: string;
  status: InteractionStatus;
  /** Sensitive values stand as handles. */
  response?: InteractionResponse;
  resolved_at?: string;
  resolved_by?: string;
}

/** The body of `POST /interactions`: a call or a question of somebody else's loop. */
export interface CreateInteractionInput {
  session_id: string;
  tool_call_id: string;
  /** With `tool_args`: a call that needs leave. */
  tool_name?: string;
  tool_args?: Record<string, unknown>;
  user_id?: string;
  /** Whose policy judges. */
  agent_id?: string;
  /** Given: a question, with its type's own fields. */
  type?: InteractionRequest['type'];
  title?: string;
  risk_level?: RiskLevel;
  reason?: string;
  metadata?: Record<string, unknown>;
  expires_at?: string;
  [field: string]: unknown;
}

/** What `POST /interactions` answers where a rule or a policy decides. */
export interface GateDecision {
  decision: VerdictDecision;
  reason: string;
}

/** A page of runs, newest first. */
export interface RunPage {
  runs: Run[];
  next_cursor: string | null;
}

/** One session in a list. */
export interface SessionSummary {
  session_id: string;
  user_id: string | null;
  title: string;
  status: SessionStatus;
  pending_count: number;
  updated_at: string;
}

/** A page of sessions, newest first. */
export interface SessionPage {
  sessions: SessionSummary[];
  next_cursor: string | null;
}

/** What `GET /sessions/{id}` answers. */
export interface SessionView {
  session_id: string;
  status: SessionStatus;
  /** The unfinished run. */
  run_id?: string;
  pending_permissions: InteractionRequest[];
}

/** A page of interactions, oldest first. */
export interface InteractionPage {
  interactions: InteractionRequest[];
  next_cursor: string | null;
}

/** What the inbox stream begins with: `event: snapshot`. */
export interface InboxSnapshot {
  interactions: InteractionRequest[];
}

/** What `GET /sessions/{id}/messages` answers. */
export interface MessagePage {
  messages: Message[];
}

/** What `POST /interactions/{id}/respond` answers with `Accept: application/json`. */
export interface RespondResult {
  /** The status of the run. */
  status: RunStatus;
  run: Run;
}

/** What `POST /interactions/respond` answers: each response settled on its own, in order. */
export interface RespondBatchResult {
  results: { request_id: string; ok: boolean; problem?: Problem }[];
}

/** What `POST /approvals/{tool_call_id}/decision` answers. */
export interface DecisionResult {
  tool_call_id: string;
  status: 'granted' | 'denied' | 'pending' | 'cancelled';
}

/** What `POST /tool-consent` answers. */
export interface ConsentResult {
  success: true;
  tool_call_id: string;
  message: string;
}

/** What the routes that change rules answer. */
export interface PermissionChange {
  status: 'ok';
  message: string;
}

/** What `GET /permissions/{user_id}/rules` answers. */
export interface RuleList {
  rules: PermissionRule[];
}

/** One agent, as `GET /agents` shows it. */
export interface AgentInfo {
  id: string;
  description?: string;
  tools: { name: string; description?: string; parameters: Record<string, unknown> }[];
}

/** What `GET /agents` answers. */
export interface AgentList {
  agents: AgentInfo[];
}

/** One entry of the audit trail. More members depend on `kind`. */
export interface AuditEntry {
  seq: number;
  timestamp: string;
  kind: string;
  tool_call_id?: string;
  interaction_id?: string;
  actor?: string;
  [detail: string]: unknown;
}

/** What `GET /runs/{id}/audit` answers. */
export interface AuditTrail {
  run_id: string;
  /** The newest hash; `null` where the server keeps none. */
  head: string | null;
  entries: AuditEntry[];
}

export const CreateRunInputSchema: z.ZodType<CreateRunInput> = z.looseObject({
  agent_id: z.string().min(1),
  input: z.string(),
  session_id: z.exactOptional(IdSchema),
  user_id: z.string().min(1).exactOptional(),
  metadata: z.exactOptional(JsonObjectSchema),
});

export const CreateInteractionInputSchema: z.ZodType<CreateInteractionInput> = z.looseObject({
  session_id: IdSchema,
  tool_call_id: IdSchema,
  tool_name: z.string().min(1).exactOptional(),
  tool_args: z.exactOptional(JsonObjectSchema),
  user_id: z.string().min(1).exactOptional(),
  agent_id: z.string().min(1).exactOptional(),
  type: z.enum(['input', 'select', 'confirm', 'combined']).exactOptional(),
  title: z.string().exactOptional(),
  risk_level: z.exactOptional(RiskLevelSchema),
  reason: z.string().exactOptional(),
  metadata: z.exactOptional(JsonObjectSchema),
  expires_at: z.exactOptional(TimestampSchema),
});

export const RespondBatchInputSchema: z.ZodType<{ responses: InteractionResponse[] }> =
  z.looseObject({ responses: z.array(InteractionResponseSchema).min(1) });

export const InteractionViewSchema: z.ZodType<InteractionView> = z.looseObject({
  interaction_request: InteractionRequestSchema,
  run_id: IdSchema,
  status: z.enum(['pending', 'answered', 'expired', 'cancelled', 'superseded']),
  response: z.exactOptional(InteractionResponseSchema),
  resolved_at: z.exactOptional(TimestampSchema),
  resolved_by: z.string().exactOptional(),
});
