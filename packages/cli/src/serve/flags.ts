import type { LogLevel } from '../process/log.ts';

/** How callers are authenticated. */
export type AuthMode = 'local' | 'none' | 'token' | 'jwt';

/** Flags of `hitl serve`, as typed; for missing flags the configuration applies. */
export interface ServeFlags extends JwtFlags {
  readonly config?: string;
  readonly mailbox?: readonly string[];
  readonly store?: string;
  readonly host: string;
  readonly port: number;
  readonly basePath?: string;
  readonly auth?: AuthMode;
  readonly tokenFile?: string;
  readonly allowOrigin?: readonly string[];
  readonly workspace?: string;
  readonly grace: number;
  readonly logLevel: LogLevel;
}

/** Flags of `--auth jwt`, as typed; for missing flags the configuration applies. */
export interface JwtFlags {
  /** A URL or a path. */
  readonly jwks?: string;
  readonly jwtIssuer?: string;
  readonly jwtAudience?: string;
  readonly jwtUserClaim?: string;
  readonly jwtRolesClaim?: string;
  readonly jwtTenantClaim?: string;
  readonly jwtAlgorithm?: readonly string[];
  /** Milliseconds. */
  readonly jwtClockTolerance?: number;
}
