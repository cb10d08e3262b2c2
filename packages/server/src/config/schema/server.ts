import type { OnDenied } from '@hitl/protocol';
import * as z from 'zod';
import { DEFAULT_LIMITS, type Limits } from '../../approval/limits.ts';
import type { SnakeKeys } from '../../base/camel-keys.ts';
import type { AnonymousRuns } from '../../approval/policy-chain.ts';
import { section } from '../section.ts';
import { holdsNoPassword, httpUrl, NOT_SUPPORTED } from './fields.ts';
import { JwtSchema, type JwtComponent } from './jwt.ts';

/** Settings of the server. Command-line flags take precedence. */
export interface ServerComponent {
  type: 'server';
  /** Decision for a call that nothing else decides. */
  default_policy: 'allow' | 'ask' | 'deny';
  /** Decision for a call of a run without a user; see {@link AnonymousRuns}. */
  anonymous_runs: AnonymousRuns;
  /** Effect of a person's denial, unless set for the run or its agent. */
  on_denied: OnDenied;
  auth: 'local' | 'none' | 'token' | 'jwt';
  /** Settings of `auth: jwt`. */
  jwt: JwtComponent;
  /** The user who asked may not answer the authorization. */
  separate_reviewer: boolean;
  /** Other origins whose pages may call, such as `https://app.example.com`. */
  allowed_origins: string[];
  /** `""` or a path such as `/hitl`. */
  base_path: string;
  max_body_bytes: number;
  /** Maximum number of pending requests in one session. */
  max_pending: number;
  /** Limits for one user. */
  limits: LimitsComponent;
  /** Maximum size of a tool's result; longer ones are cut. */
  max_result_bytes: number;
  retention_days: number | null;
  /** URL for notices of opened requests. */
  on_pending_url: string | null;
  /** URL for notices of settled requests. */
  on_settled_url: string | null;
}

/** `limits` of the server; `null` sets no limit. */
export type LimitsComponent = SnakeKeys<Limits>;

const bytes = z
  .int()
  .min(1024)
  .max(1 << 30);

/** URL for notices. */
const hook = httpUrl
  .refine(holdsNoPassword, 'expected a URL without user and password.')
  .nullable()
  .default(null);

const limit = (byDefault: number | null): z.ZodDefault<z.ZodNullable<z.ZodNumber>> =>
  z.int().min(1).nullable().default(byDefault);

const LimitsSchema: z.ZodType<LimitsComponent> = section({
  requests_per_minute: limit(DEFAULT_LIMITS.requestsPerMinute),
  anonymous_requests_per_minute: limit(DEFAULT_LIMITS.anonymousRequestsPerMinute),
  streams_per_user: limit(DEFAULT_LIMITS.streamsPerUser),
  anonymous_streams: limit(DEFAULT_LIMITS.anonymousStreams),
  pending_per_user: limit(DEFAULT_LIMITS.pendingPerUser),
  equal_pending: limit(DEFAULT_LIMITS.equalPending),
  stored_bytes_per_user: limit(DEFAULT_LIMITS.storedBytesPerUser),
  rules_per_user: limit(DEFAULT_LIMITS.rulesPerUser),
  rule_length: limit(DEFAULT_LIMITS.ruleLength),
});

const origin = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const own = new URL(text).origin;
  return own !== 'null' && (text === own || text === `${own}/`);
}, 'expected an origin such as https://app.example.com: scheme, host and port only.');

/** Keys of the server and their defaults. */
export const ServerSchema: z.ZodType<ServerComponent> = section({
  type: z.literal('server'),
  default_policy: z.enum(['allow', 'ask', 'deny']).default('ask'),
  anonymous_runs: z.enum(['settings', 'ask']).default('settings'),
  on_denied: z.enum(['continue', 'fail_run']).default('continue'),
  auth: z.enum(['local', 'none', 'token', 'jwt']).default('local'),
  jwt: JwtSchema.prefault({}),
  separate_reviewer: z.boolean().default(false),
  allowed_origins: z.array(origin).default([]),
  base_path: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'expected "" or a path such as /hitl.')
    .default(''),
  max_body_bytes: bytes.default(1_048_576),
  max_pending: z.int().min(1).default(64),
  limits: LimitsSchema.prefault({}),
  max_result_bytes: bytes.default(65_536),
  retention_days: z
    .int()
    .min(1)
    .nullable()
    .refine((days) => days === null, `a limit ${NOT_SUPPORTED}. Expected null: sessions are kept.`)
    .default(null),
  on_pending_url: hook,
  on_settled_url: hook,
});
