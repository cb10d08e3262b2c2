/** The authenticated caller. */
export interface Caller {
  readonly tenantId: string;
  /** `null` if unauthenticated (`--auth none`). */
  readonly userId: string | null;
  /** Sees and answers everything of the tenant. */
  readonly reviewer: boolean;
  /** May act as any `userId` (`--auth none`). */
  readonly anyUser: boolean;
  /** May ask and read, but never answer or change a rule (the role `agent`). Default `false`. */
  readonly agent?: boolean;
  /**
   * May ask in the name of any user and read the outcome, but never answer for a user (the role
   * `service`). Default `false`.
   */
  readonly service?: boolean;
}

/** The tenant of a server with only one. */
export const DEFAULT_TENANT = 'default';

/** Whether data of `owner` is visible to the caller; otherwise it is treated as absent. */
export function sees(caller: Caller, owner: string | null): boolean {
  return caller.reviewer || caller.anyUser || (owner !== null && owner === caller.userId);
}

/** Whether the caller may act as this user: read their rules, start their runs. */
export function mayActAs(caller: Caller, userId: string): boolean {
  return caller.anyUser || caller.userId === userId;
}

/** Whether the caller may submit a call or a question for this user. */
export function mayAskFor(caller: Caller, userId: string): boolean {
  return caller.service === true || mayActAs(caller, userId);
}

/**
 * Whether the caller may read an interaction by its id. A service may also read those that it may
 * have asked.
 */
export function mayLookAt(caller: Caller, owner: string | null): boolean {
  return caller.service === true || sees(caller, owner);
}
