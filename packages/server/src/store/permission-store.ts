import type { PermissionRule, RuleEffect } from '@hitl/protocol';

/** The owner of rules. */
export interface RuleOwner {
  readonly tenantId: string;
  readonly userId: string;
}

/** A rule to store. */
export interface NewRule {
  /** The text of the rule, unchanged; it is authoritative. */
  readonly pattern: string;
  readonly effect: RuleEffect;
  /** If given, the rule only applies in this session. */
  readonly sessionId?: string;
  /** RFC 3339, UTC. Absent: until revoked. */
  readonly expiresAt?: string;
  /** `api`, `answer`, `cli` … */
  readonly source: string;
}

/**
 * Store of the rules of users. A pattern is unique per owner and session: saving it again replaces
 * effect and expiry, so the same text moves between allow, deny and ask. Rules of a session are
 * separate from those without one.
 */
export interface PermissionStore {
  /** All rules of a user, oldest first, including expired ones. */
  rules(owner: RuleOwner): Promise<readonly PermissionRule[]>;
  /** Saves all of the rules or none. A rule that exists with the same effect only gets the new expiry. */
  save(owner: RuleOwner, rules: readonly NewRule[]): Promise<readonly PermissionRule[]>;
  /** Removes a pattern, regardless of its effect and session. `false`: there was none. */
  revoke(owner: RuleOwner, pattern: string): Promise<boolean>;
  /** Increases with each change of the user's rules by any instance; 0 if none were saved. */
  version(owner: RuleOwner): Promise<number>;
  /** Records the last use of rules. Does not change the version. */
  touch(owner: RuleOwner, ruleIds: readonly string[], at: string): Promise<void>;
  close(): Promise<void>;
}
