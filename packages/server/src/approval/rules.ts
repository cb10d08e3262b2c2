import type { SessionKey } from '../store/store.ts';

/** A tool and its arguments. */
export interface RuleCall {
  readonly toolName: string;
  readonly toolArgs: Readonly<Record<string, unknown>>;
}

/** A call, with the user and the session whose rules apply to it. */
export interface ScopedCall extends RuleCall, SessionKey {
  /** `null`: no stored rule applies. */
  readonly userId: string | null;
  /** The calling agent; a finding is cached only for it. */
  readonly agentId?: string;
  /** The store's clock, RFC 3339. */
  readonly now: string;
}

/** Decision of the rules: `ask` also if a deny or ask rule might match; `none` if no rule decides. */
export interface RuleFinding {
  readonly kind: 'deny' | 'ask' | 'allow' | 'none';
  readonly reason: string;
  readonly rule?: string;
  /** It comes from the cache. */
  readonly fromCache?: boolean;
}

/** Description of a call, with the rules that could be saved. */
export interface CallDescription {
  /** The exact rule of this call. */
  readonly resource: string;
  readonly preview: string;
  /** Offered rules of which each alone covers the call, narrowest first. */
  readonly suggestions: readonly string[];
  /** Offers of several rules that cover the call together: one for each command of a line. */
  readonly offers: readonly (readonly string[])[];
  readonly permissionType: 'read' | 'write' | 'all' | 'command';
  /** `false`: nothing can be saved for it. */
  readonly rememberable: boolean;
  readonly facts: Readonly<Record<string, unknown>>;
  /** A rule could be saved if there were a user to own it. */
  readonly lacksOwner: boolean;
}

/** The stored rules of users, prepared for decisions. */
export interface RuleCache {
  /** A `trial` records nothing: matching rules do not count as used. */
  find(call: ScopedCall, trial?: boolean): Promise<RuleFinding>;
  describe(call: ScopedCall): Promise<CallDescription>;
  explain(call: ScopedCall): Promise<Readonly<Record<string, unknown>>>;
  /** Whether the stored rules and these together would allow the call. */
  wouldAllow(call: ScopedCall, patterns: readonly string[]): Promise<boolean>;
  /** Drops the cache of a user whose rules have changed. */
  invalidate(tenantId: string, userId: string): void;
  /** Saves the last uses of rules. */
  writeUses(): Promise<void>;
}
