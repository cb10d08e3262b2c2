/** A call to be evaluated. */
export interface RuleCall {
  readonly toolName: string;
  readonly toolArgs: Readonly<Record<string, unknown>>;
}

/** Whose rules count. */
export interface RuleScope {
  readonly tenantId: string;
  /** `null`: no stored rule counts. */
  readonly userId: string | null;
  readonly sessionId: string;
  /** Who asks; a finding is kept for this agent only. */
  readonly agentId?: string;
}

/** What the rules say: `ask` also where a deny or ask rule might match, `none` where no rule decides. */
export interface RuleFinding {
  readonly kind: 'deny' | 'ask' | 'allow' | 'none';
  readonly reason: string;
  readonly rule?: string;
  /** It was found before and nothing has changed since. */
  readonly fromCache?: boolean;
}

/** What people are shown about a call, and what could be remembered. */
export interface CallDescription {
  /** The exact rule of this call. */
  readonly resource: string;
  readonly preview: string;
  /** Offered rules that cover the call each alone, narrowest first. */
  readonly suggestions: readonly string[];
  /** Offers of several rules that cover it together: one for each command of a line. */
  readonly offers: readonly (readonly string[])[];
  readonly permissionType: 'read' | 'write' | 'all' | 'command';
  /** `false`: nothing can be saved for it. */
  readonly rememberable: boolean;
  readonly facts: Readonly<Record<string, unknown>>;
  /** A rule could be saved, but there is no one whom it would be for. */
  readonly isNobodys: boolean;
}

/** The stored rules of users, kept ready to decide. */
export interface RuleCache {
  /** A `trial` leaves no trace: rules that it finds do not count as used. */
  find(scope: RuleScope, call: RuleCall, now: string, trial?: boolean): Promise<RuleFinding>;
  describe(scope: RuleScope, call: RuleCall, now: string): Promise<CallDescription>;
  explain(
    scope: RuleScope,
    call: RuleCall,
    now: string,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Whether the stored rules together with these allow would allow the call. */
  wouldAllow(
    scope: RuleScope,
    call: RuleCall,
    patterns: readonly string[],
    now: string,
  ): Promise<boolean>;
  /** Forgets what is kept of a user, as its rules have changed. */
  invalidate(tenantId: string, userId: string): void;
  /** Writes down when rules were used last. */
  writeUses(): Promise<void>;
}
