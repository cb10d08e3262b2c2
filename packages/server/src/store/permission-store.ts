import type { PermissionRule, RuleEffect } from '@hitl/protocol';

/** Whose rules. */
export interface RuleOwner {
  readonly tenantId: string;
  readonly userId: string;
}

/** A rule to store. */
export interface NewRule {
  /** As typed; the text is the truth. */
  readonly pattern: string;
  readonly effect: RuleEffect;
  /** Given: it holds in this session only. */
  readonly sessionId?: string;
  /** RFC 3339, UTC. Absent: until revoked. */
  readonly expiresAt?: string;
  /** `api`, `answer`, `cli` … */
  readonly source: string;
  /** The interaction whose answer saved it. */
  readonly interactionId?: string;
}

/**
 * Store of the rules of users. A pattern is unique per owner and session: saving it again replaces
 * effect and expiry, so the same text moves between allow, deny and ask. Session rules and lasting
 * rules are separate.
 */
export interface PermissionStore {
  /** All rules of a user, expired ones too, oldest first. */
  rules(owner: RuleOwner): Promise<readonly PermissionRule[]>;
  /** Saves all of them or none. Saving what is there already changes nothing but the expiry. */
  save(owner: RuleOwner, rules: readonly NewRule[]): Promise<readonly PermissionRule[]>;
  /** Removes a pattern whatever its effect and session. `false`: it was not there. */
  revoke(owner: RuleOwner, pattern: string): Promise<boolean>;
  /** Rises with each change of the user's rules, through any instance; 0 where nothing was saved. */
  version(owner: RuleOwner): Promise<number>;
  /** Records when rules were used last. Does not change the version. */
  touch(owner: RuleOwner, ruleIds: readonly string[], at: string): Promise<void>;
  close(): Promise<void>;
}
