import type { Agent } from '../agents/agent.ts';
import type { Limits } from '../approval/limits.ts';
import type { AnonymousRuns, DefaultPolicy } from '../approval/policy-chain.ts';
import type { PermissionCacheOptions, RuleCacheOptions } from '../approval/rule-cache.ts';
import type { CommitListener } from '../log/session-log.ts';
import type { Bus } from '../store/bus/bus.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import type { Vault } from '../store/secret-store.ts';
import type { SessionStore } from '../store/store.ts';
import type { Feed } from '../streams/feed.ts';

/** Detects owners that are gone, so that their runs can continue before the lease ends. */
export interface Liveness {
  /** Prefix of owners on this host. */
  readonly prefix: string;
  /** Whether an owner with that prefix is gone. */
  isGone(owner: string): boolean;
}

/** Options of the engine. Everything is passed in; nothing is opened here. */
export interface EngineOptions {
  readonly store: SessionStore;
  /** `null`: there are no rules, and consent is disabled. */
  readonly permissions: PermissionStore | null;
  readonly bus: Bus;
  readonly feed: Feed;
  /** Called after each commit of this engine, once it is in the feed. */
  readonly listeners?: readonly CommitListener[];
  readonly agents: readonly Agent[];
  /** Context of paths and links in rules. */
  readonly ruleContext?: RuleCacheOptions['context'];
  /** Store of sensitive answers. Absent: sensitive questions end as error results. */
  readonly vault?: Vault | null;
  readonly permissionCache?: PermissionCacheOptions;
  /** Whether every caller that answers is a user. Default `false`. */
  readonly namedCallers?: boolean;
  /** Default `ask`. */
  readonly defaultPolicy?: DefaultPolicy;
  /**
   * Decision for a call of a run, or of an external loop, without a user: `settings`: the same as
   * with a user; `ask`: a person is needed unless an approval policy allows it. Denials still
   * apply. Default `settings`.
   */
  readonly anonymousRuns?: AnonymousRuns;
  /** Maximum number of pending requests per session. Default 64. */
  readonly maxPending?: number;
  /** Limits for one user. */
  readonly limits?: Partial<Limits>;
  /** Maximum bytes of a tool's result; the rest is cut off. Default 65,536. */
  readonly maxResultBytes?: number;
  /**
   * Users may not answer authorizations that they or their runs ask for, and may not allow or
   * revoke their own rules. Default `false`.
   */
  readonly separateReviewer?: boolean;
  /** Unique name of this instance. Default: random. */
  readonly owner?: string;
  /** Detects owners that are gone. */
  readonly liveness?: Liveness;
  /** Clock for durations, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
  /** Called with background errors. Default: not called. */
  readonly onError?: (error: unknown) => void;
}
