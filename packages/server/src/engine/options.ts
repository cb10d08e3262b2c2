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

/** Which owners are known to be gone, so that their runs need not wait for a lease to end. */
export interface Liveness {
  /** What the owners on this host begin with. */
  readonly prefix: string;
  /** Whether an owner with that prefix is gone. */
  isGone(owner: string): boolean;
}

/** What an engine is built from. Everything is handed in; nothing is opened here. */
export interface EngineOptions {
  readonly store: SessionStore;
  /** `null`: no rules are kept, and rules and consent fall away. */
  readonly permissions: PermissionStore | null;
  readonly bus: Bus;
  readonly feed: Feed;
  /** Called after each commit of this engine, once the feed has it. */
  readonly listeners?: readonly CommitListener[];
  readonly agents: readonly Agent[];
  /** Where rules find paths and links. */
  readonly ruleContext?: RuleCacheOptions['context'];
  /** Where sensitive answers are kept. Absent: sensitive questions end as error results. */
  readonly vault?: Vault | null;
  readonly permissionCache?: PermissionCacheOptions;
  /** Whether every caller that answers is a user. Default `false`. */
  readonly namedCallers?: boolean;
  /** Default `ask`. */
  readonly defaultPolicy?: DefaultPolicy;
  /**
   * What holds for a call of a run, or of an external loop, without a user: `settings`, the same as for
   * everyone; `ask`, that it needs a person unless an approval policy allows it. What would be denied
   * is denied all the same. Default `settings`.
   */
  readonly anonymousRuns?: AnonymousRuns;
  /** Per session. Default 64. */
  readonly maxPending?: number;
  /** What one user may take. */
  readonly limits?: Partial<Limits>;
  /** Default 65,536. */
  readonly maxResultBytes?: number;
  /**
   * Whoever asked, or started the run that asks, may not answer its authorizations, nor allow or revoke
   * rules of their own. Default `false`.
   */
  readonly separateReviewer?: boolean;
  /** This instance's name, unlike any other's. Default: random. */
  readonly owner?: string;
  /** Which owners are known to be gone. */
  readonly liveness?: Liveness;
  /** Milliseconds since the epoch, for durations. Default `Date.now`. */
  readonly now?: () => number;
  /** Called with what failed in the background. Default: not called. */
  readonly onError?: (error: unknown) => void;
}
