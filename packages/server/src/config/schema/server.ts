import * as z from 'zod';
import { DEFAULT_LIMITS } from '../../approval/limits.ts';
import { section } from '../section.ts';
import { holdsNoPassword, httpUrl, NOT_SUPPORTED } from './fields.ts';
import { JwtSchema } from './jwt.ts';

const bytes = z
  .int()
  .min(1024)
  .max(1 << 30);

/** URL for notices. */
const hook = httpUrl
  .refine(holdsNoPassword, 'expected a URL without user and password.')
  .nullable()
  .default(null);

const limit = (byDefault: number | null) => z.int().min(1).nullable().default(byDefault);

/** `null` sets no limit. */
const LimitsSchema = section({
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
export const ServerSchema = section({
  type: z.literal('server'),
  /** Decision for a call that nothing else decides. */
  default_policy: z.enum(['allow', 'ask', 'deny']).default('ask'),
  /** Decision for a call of a run without a user; see {@link AnonymousRuns}. */
  anonymous_runs: z.enum(['settings', 'ask']).default('settings'),
  /** Effect of a person's denial, unless set for the run or its agent. */
  on_denied: z.enum(['continue', 'fail_run']).default('continue'),
  auth: z.enum(['local', 'none', 'token', 'jwt']).default('local'),
  /** Settings of `auth: jwt`. */
  jwt: JwtSchema.prefault({}),
  /** The user who asked may not answer the authorization. */
  separate_reviewer: z.boolean().default(false),
  /** Other origins whose pages may call, such as `https://app.example.com`. */
  allowed_origins: z.array(origin).default([]),
  /** `""` or a path such as `/hitl`. */
  base_path: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'expected "" or a path such as /hitl.')
    .default(''),
  max_body_bytes: bytes.default(1_048_576),
  /** Maximum number of pending requests in one session. */
  max_pending: z.int().min(1).default(64),
  /** Limits for one user. */
  limits: LimitsSchema.prefault({}),
  /** Maximum size of a tool's result; longer ones are cut. */
  max_result_bytes: bytes.default(65_536),
  retention_days: z
    .int()
    .min(1)
    .nullable()
    .refine((days) => days === null, `a limit ${NOT_SUPPORTED}. Expected null: sessions are kept.`)
    .default(null),
  /** URL for notices of opened requests. */
  on_pending_url: hook,
  /** URL for notices of settled requests. */
  on_settled_url: hook,
});

/** Settings of the server. Command-line flags take precedence. */
export interface ServerComponent extends z.output<typeof ServerSchema> {}
