import { DEFAULT_LIMITS } from '../../approval/limits.ts';
import { JWT_ALGORITHMS } from '../../jwt/algorithms.ts';

// Apart from the schemas, which take time to make and are not needed without a server component.

/** The default of each setting of `auth: jwt`. */
export const DEFAULT_JWT = {
  jwks: null,
  issuer: null,
  audience: null,
  user_claim: 'sub',
  roles_claim: 'roles',
  tenant_claim: null,
  algorithms: [...JWT_ALGORITHMS],
  clock_tolerance_ms: 5000,
};

/** The default of each setting of a server. */
export const DEFAULT_SERVER = {
  type: 'server' as const,
  default_policy: 'ask' as const,
  anonymous_runs: 'settings' as const,
  on_denied: 'continue' as const,
  auth: 'local' as const,
  jwt: DEFAULT_JWT,
  separate_reviewer: false,
  allowed_origins: [],
  base_path: '',
  max_body_bytes: 1_048_576,
  max_pending: 64,
  limits: {
    requests_per_minute: DEFAULT_LIMITS.requestsPerMinute,
    anonymous_requests_per_minute: DEFAULT_LIMITS.anonymousRequestsPerMinute,
    streams_per_user: DEFAULT_LIMITS.streamsPerUser,
    anonymous_streams: DEFAULT_LIMITS.anonymousStreams,
    pending_per_user: DEFAULT_LIMITS.pendingPerUser,
    equal_pending: DEFAULT_LIMITS.equalPending,
    stored_bytes_per_user: DEFAULT_LIMITS.storedBytesPerUser,
    rules_per_user: DEFAULT_LIMITS.rulesPerUser,
    rule_length: DEFAULT_LIMITS.ruleLength,
  },
  max_result_bytes: 65_536,
  retention_days: null,
  on_pending_url: null,
  on_settled_url: null,
};
