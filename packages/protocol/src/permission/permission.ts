import * as z from 'zod';
import { IdSchema, JsonObjectSchema, LenientTimestampSchema, TimestampSchema } from '../ids.ts';

/** What a rule does to a call that it matches. */
export type RuleEffect = 'allow' | 'deny' | 'ask';

/** Where a rule holds: one session, or everywhere until revoked. */
export type RuleScope = 'session' | 'always';

/** A stored rule of a user. */
export interface PermissionRule {
  id: string;
  /** The rule as it was typed: `bash(npm run test:*)`. */
  pattern: string;
  effect: RuleEffect;
  scope: RuleScope;
  /** Set when `scope` is `session`. */
  session_id?: string;
  created_at: string;
  /** From then on it does not count. Absent: never. */
  expires_at?: string;
  /** When it last decided about a call; written down now and then. Absent: not yet. */
  last_used_at?: string;
  /** Who wrote it: `api`, `answer`, `cli` … */
  source: string;
}

/** A rule as an answer saves it. */
export interface SavedRule {
  /** The rule as it was typed. */
  pattern: string;
  effect: RuleEffect;
  scope: RuleScope;
  /** Absent: never. */
  expires_at?: string;
}

/** The judgement about one call. */
export type VerdictDecision = 'allowed' | 'denied' | 'needs_auth';

/** The steps of the ladder that decides, in its order. */
export type VerdictStep =
  | 'permissions_off'
  | 'policy_deny'
  | 'deny_rule'
  | 'ask_rule'
  | 'allow_rule'
  | 'tool_policy'
  | 'policy'
  | 'requires_consent'
  | 'default_policy'
  | 'anonymous_run'
  | 'hitl_off'
  | 'max_pending'
  | 'question'
  | 'invalid_call'
  | 'error';

/** A verdict with what led to it. */
export interface Verdict {
  decision: VerdictDecision;
  /** The step of the ladder; a newer server may know more of them. */
  step: VerdictStep | (string & {});
  /** For people and for the model. */
  reason: string;
  /** The rule that decided, as typed. */
  rule?: string;
  /** The rules' part of it was found before, and nothing has changed since. */
  from_cache?: boolean;
}

/** What `GET /permissions/{user_id}` answers. */
export interface UserPermissions {
  /** Rules that hold everywhere, as typed. */
  allow: string[];
  /** Likewise. */
  deny: string[];
}

/** A rule to store: the body of `POST /permissions/{user_id}/allow`, `/deny` and `/ask`. */
export interface RuleInput {
  /** The rule, such as `bash(npm run lint)`. */
  resource: string;
  /** A time without a zone is UTC. */
  expires_at?: string | undefined;
  /** Given: the rule holds in this session only. */
  session_id?: string | undefined;
}

/** The body of `POST /permissions/{user_id}/check`. */
export interface CheckInput {
  tool_name: string;
  tool_args: Record<string, unknown>;
  /** Who would call. Absent: the first agent that has the tool. */
  agent_id?: string | undefined;
}

/** What would happen to a call, without doing it. */
export interface CheckResult extends Verdict {
  /** The exact rule of this call. */
  resource: string;
  /** The same as `rule`. */
  matched_rule?: string;
  /** Rules that would allow it, the exact one first. */
  suggested_patterns: string[];
  /** How the rules came to it, span by span. */
  explanation: Record<string, unknown>;
}

export const RuleEffectSchema: z.ZodType<RuleEffect> = z.enum(['allow', 'deny', 'ask']);
export const RuleScopeSchema: z.ZodType<RuleScope> = z.enum(['session', 'always']);

export const PermissionRuleSchema: z.ZodType<PermissionRule> = z.looseObject({
  id: IdSchema,
  pattern: z.string(),
  effect: RuleEffectSchema,
  scope: RuleScopeSchema,
  session_id: z.exactOptional(IdSchema),
  created_at: TimestampSchema,
  expires_at: z.exactOptional(TimestampSchema),
  last_used_at: z.exactOptional(TimestampSchema),
  source: z.string(),
});

export const SavedRuleSchema: z.ZodType<SavedRule> = z.looseObject({
  pattern: z.string(),
  effect: RuleEffectSchema,
  scope: RuleScopeSchema,
  expires_at: z.exactOptional(TimestampSchema),
});

export const VerdictDecisionSchema: z.ZodType<VerdictDecision> = z.enum([
  'allowed',
  'denied',
  'needs_auth',
]);

export const UserPermissionsSchema: z.ZodType<UserPermissions> = z.looseObject({
  allow: z.array(z.string()),
  deny: z.array(z.string()),
});

export const RuleInputSchema: z.ZodType<RuleInput> = z.looseObject({
  resource: z.string().min(1),
  expires_at: z.exactOptional(LenientTimestampSchema),
  session_id: z.exactOptional(IdSchema),
});

export const CheckInputSchema: z.ZodType<CheckInput> = z.looseObject({
  tool_name: z.string(),
  tool_args: JsonObjectSchema,
  agent_id: z.string().exactOptional(),
});

export const CheckResultSchema: z.ZodType<CheckResult> = z.looseObject({
  decision: VerdictDecisionSchema,
  step: z.string(),
  reason: z.string(),
  resource: z.string(),
  matched_rule: z.string().exactOptional(),
  suggested_patterns: z.array(z.string()),
  explanation: JsonObjectSchema,
});
