import * as z from 'zod';
import { section } from '../section.ts';
import { DEFAULT_SERVER } from './defaults.ts';
import { holdsNoPassword, httpUrl, NOT_SUPPORTED, type Source } from './fields.ts';
import { jwtSchema } from './jwt.ts';

const bytes = z
  .int()
  .min(1024)
  .max(1 << 30);

/** URL for notices. */
const hook = httpUrl
  .refine(holdsNoPassword, 'expected a URL without user and password.')
  .nullable();

const limit = z.int().min(1).nullable();
type Limits = typeof DEFAULT_SERVER.limits;

/** One key for each default. `null` sets no limit. */
const LimitsSchema = section(
  Object.fromEntries(
    Object.entries(DEFAULT_SERVER.limits).map(([name, value]) => [name, limit.default(value)]),
  ) as Record<keyof Limits, z.ZodDefault<typeof limit>>,
);

const origin = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const own = new URL(text).origin;
  return own !== 'null' && (text === own || text === `${own}/`);
}, 'expected an origin such as https://app.example.com: scheme, host and port only.');

/** Keys of the server. */
export const serverSchema = (source: Source) =>
  section({
    type: z.literal('server'),
    /** Decision for a call that nothing else decides. */
    default_policy: z.enum(['allow', 'ask', 'deny']).default(DEFAULT_SERVER.default_policy),
    /** Decision for a call of a run without a user; see {@link AnonymousRuns}. */
    anonymous_runs: z.enum(['settings', 'ask']).default(DEFAULT_SERVER.anonymous_runs),
    /** Effect of a person's denial, unless set for the run or its agent. */
    on_denied: z.enum(['continue', 'fail_run']).default(DEFAULT_SERVER.on_denied),
    auth: z.enum(['local', 'none', 'token', 'jwt']).default(DEFAULT_SERVER.auth),
    /** Settings of `auth: jwt`. */
    jwt: jwtSchema(source).prefault({}),
    /** The user who asked may not answer the authorization. */
    separate_reviewer: z.boolean().default(DEFAULT_SERVER.separate_reviewer),
    /** Other origins whose pages may call, such as `https://app.example.com`. */
    allowed_origins: z.array(origin).default(DEFAULT_SERVER.allowed_origins),
    /** `""` or a path such as `/hitl`. */
    base_path: z
      .string()
      .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'expected "" or a path such as /hitl.')
      .default(DEFAULT_SERVER.base_path),
    max_body_bytes: bytes.default(DEFAULT_SERVER.max_body_bytes),
    /** Maximum number of pending requests in one session. */
    max_pending: z.int().min(1).default(DEFAULT_SERVER.max_pending),
    /** Limits for one user. */
    limits: LimitsSchema.prefault({}),
    /** Maximum size of a tool's result; longer ones are cut. */
    max_result_bytes: bytes.default(DEFAULT_SERVER.max_result_bytes),
    retention_days: z
      .int()
      .min(1)
      .nullable()
      .refine(
        (days) => days === null,
        `a limit ${NOT_SUPPORTED}. Expected null: sessions are kept.`,
      )
      .default(null),
    /** URL for notices of opened requests. */
    on_pending_url: hook.default(DEFAULT_SERVER.on_pending_url),
    /** URL for notices of settled requests. */
    on_settled_url: hook.default(DEFAULT_SERVER.on_settled_url),
  });

/** Settings of the server. Command-line flags take precedence. */
export interface ServerComponent extends z.output<ReturnType<typeof serverSchema>> {}
