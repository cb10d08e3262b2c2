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
  .describe('What a rule does to a call that it matches.');
export const RuleScopeSchema: z.ZodType<RuleScope> = z
  .enum(['session', 'always'])
  .describe('Where a rule holds: one session, or everywhere until revoked.');

export const PermissionRuleSchema: z.ZodType<PermissionRule> = z
  .looseObject({
    id: IdSchema,
    pattern: z.string().describe('The rule as it was typed: `bash(npm run test:*)`.'),
    effect: RuleEffectSchema,
    scope: RuleScopeSchema,
    session_id: IdSchema.exactOptional().describe('Set when `scope` is `session`.'),
    created_at: TimestampSchema,
    expires_at: TimestampSchema.exactOptional().describe(
      'From then on it does not count. Absent: never.',
    ),
    last_used_at: TimestampSchema.exactOptional().describe(
      'When it last decided about a call; written down now and then. Absent: not yet.',
    ),
    source: z.string().describe('Who wrote it: `api`, `answer`, `cli` …'),
  })
  .describe('A stored rule of a user.');

export const SavedRuleSchema: z.ZodType<SavedRule> = z
  .looseObject({
    pattern: z.string().describe('The rule as it was typed.'),
    effect: RuleEffectSchema,
    scope: RuleScopeSchema,
    expires_at: TimestampSchema.exactOptional().describe('Absent: never.'),
  })
  .describe('A rule as an answer saves it.');

export const VerdictDecisionSchema: z.ZodType<VerdictDecision> = z
  .enum(['allowed', 'denied', 'needs_auth'])
  .describe('Whether a call may run, or a person is asked.');

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
    .describe("The rules' part of it was found before, and nothing has changed since."),
};

export const VerdictSchema: z.ZodType<Verdict> = z
  .looseObject(verdictShape)
  .describe('What was decided about a call, with what led to it.');

export const CallVerdictSchema: z.ZodType<CallVerdict> = z
  .looseObject({ ...verdictShape, tool_call_id: IdSchema })
  .describe('What was decided about one call of a message.');

export const UserPermissionsSchema: z.ZodType<UserPermissions> = z
  .looseObject({
    allow: z.array(z.string()).describe('Rules that hold everywhere, as typed.'),
    deny: z.array(z.string()).describe('Likewise.'),
  })
  .describe('What `GET /permissions/{user_id}` answers.');

export const RuleInputSchema: z.ZodType<RuleInput> = z
  .looseObject({
    resource: z.string().min(1).describe('The rule, such as `bash(npm run lint)`.'),
    expires_at: LenientTimestampSchema.exactOptional().describe('A time without a zone is UTC.'),
    session_id: IdSchema.exactOptional().describe('Given: the rule holds in this session only.'),
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
      .describe('Who would call. Absent: the first agent that has the tool.'),
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
    explanation: JsonObjectSchema.describe('How the rules came to it, span by span.'),
  })
  .describe('What would happen to a call, without doing it.');
