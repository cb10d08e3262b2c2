import * as z from 'zod';
import type {
  CallVerdict,
  CheckInput,
  CheckResult,
  PermissionRule,
  RuleEffect,
  RuleInput,
  RuleScope,
  SavedRule,
  UserPermissions,
  Verdict,
  VerdictDecision,
  VerdictStep,
} from '../generated/types.ts';
import { IdSchema, JsonObjectSchema, LenientTimestampSchema, TimestampSchema } from '../ids.ts';

export const RuleEffectSchema: z.ZodType<RuleEffect> = z
  .enum(['allow', 'deny', 'ask'])
  .describe('Effect of a rule on a call that it matches.');
export const RuleScopeSchema: z.ZodType<RuleScope> = z
  .enum(['session', 'always'])
  .describe('Scope of a rule: one session, or everywhere until revoked.');

export const PermissionRuleSchema: z.ZodType<PermissionRule> = z
  .looseObject({
    id: IdSchema,
    pattern: z.string().describe('The rule as it was typed: `bash(npm run test:*)`.'),
    effect: RuleEffectSchema,
    scope: RuleScopeSchema,
    session_id: IdSchema.exactOptional().describe('Set when `scope` is `session`.'),
    created_at: TimestampSchema,
    expires_at: TimestampSchema.exactOptional().describe(
      'From then on the rule has no effect. Absent: never.',
    ),
    last_used_at: TimestampSchema.exactOptional().describe(
      'Last time it decided a call, updated at intervals. Absent: never.',
    ),
    source: z.string().describe('Origin of the rule: `api`, `answer`, `cli` …'),
  })
  .describe('A stored rule of a user.');

export const SavedRuleSchema: z.ZodType<SavedRule> = z
  .looseObject({
    pattern: z.string().describe('The rule as it was typed.'),
    effect: RuleEffectSchema,
    scope: RuleScopeSchema,
    expires_at: TimestampSchema.exactOptional().describe('Absent: never.'),
  })
  .describe('A rule saved by an answer.');

export const VerdictDecisionSchema: z.ZodType<VerdictDecision> = z
  .enum(['allowed', 'denied', 'needs_auth'])
  .describe('Whether a call is allowed, denied or needs a person.');

export const VerdictStepSchema: z.ZodType<VerdictStep> = z
  .enum([
    'permissions_off',
    'policy_deny',
    'deny_rule',
    'ask_rule',
    'allow_rule',
    'tool_policy',
    'policy',
    'requires_consent',
    'default_policy',
    'anonymous_run',
    'hitl_off',
    'max_pending',
    'question',
    'invalid_call',
    'error',
  ])
  .describe('The steps of the policy chain, in their order.');

const verdictShape = {
  decision: VerdictDecisionSchema,
  step: z
    .union([VerdictStepSchema, z.string()])
    .describe('The step of the policy chain that decided; a newer server may know more of them.'),
  reason: z.string().describe('For people and for the model.'),
  rule: z.string().exactOptional().describe('The rule that decided, as typed.'),
  from_cache: z
    .boolean()
    .exactOptional()
    .describe('The decision of the rules comes from the cache.'),
};

export const VerdictSchema: z.ZodType<Verdict> = z
  .looseObject(verdictShape)
  .describe('The decision about a call, with an explanation.');

export const CallVerdictSchema: z.ZodType<CallVerdict> = z
  .looseObject({ ...verdictShape, tool_call_id: IdSchema })
  .describe('The verdict on one call of a message.');

export const UserPermissionsSchema: z.ZodType<UserPermissions> = z
  .looseObject({
    allow: z.array(z.string()).describe('Allow rules that apply in all sessions, as typed.'),
    deny: z.array(z.string()).describe('Deny rules that apply in all sessions, as typed.'),
  })
  .describe('Response of `GET /permissions/{user_id}`.');

export const RuleInputSchema: z.ZodType<RuleInput> = z
  .looseObject({
    resource: z.string().min(1).describe('The rule, such as `bash(npm run lint)`.'),
    expires_at: LenientTimestampSchema.exactOptional().describe('A time without a zone is UTC.'),
    session_id: IdSchema.exactOptional().describe(
      'If present, the rule applies in this session only.',
    ),
  })
  .describe(
    'A rule to store: the body of `POST /permissions/{user_id}/allow`, `/deny` and `/ask`.',
  );

export const CheckInputSchema: z.ZodType<CheckInput> = z
  .looseObject({
    tool_name: z.string(),
    tool_args: JsonObjectSchema,
    agent_id: z
      .string()
      .exactOptional()
      .describe('The calling agent. Absent: the first agent that has the tool.'),
  })
  .describe('The body of `POST /permissions/{user_id}/check`.');

export const CheckResultSchema: z.ZodType<CheckResult> = z
  .looseObject({
    ...verdictShape,
    resource: z.string().describe('The exact rule of this call.'),
    matched_rule: z.string().exactOptional().describe('The same as `rule`.'),
    suggested_patterns: z
      .array(z.string())
      .describe('Rules that would allow it, the exact one first.'),
    explanation: JsonObjectSchema.describe('How the rules decided, span by span.'),
  })
  .describe('The decision that a call would get, without executing it.');
