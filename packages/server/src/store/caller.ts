/** The authenticated caller. */
export interface Caller {
  readonly tenantId: string;
  /** `null`: unauthenticated (`--auth none`). */
  readonly userId: string | null;
  /** Sees and answers everything of the tenant. */
  readonly reviewer: boolean;
  /** May name any `userId` (`--auth none`). */
  readonly anyUser: boolean;
  /** May ask and read, and never answer or change a rule (the role `agent`). Default `false`. */
  readonly asksOnly?: boolean;
  /** May ask for any user, and read what became of it; never answers for them (the role `service`). Default `false`. */
  readonly service?: boolean;
}

/** The tenant of a server that has only one. */
export const DEFAULT_TENANT = 'default';

/** Whether what belongs to `owner` is visible to the caller; to others it is as if absent. */
export function sees(caller: Caller, owner: string | null): boolean {
  return caller.reviewer || caller.anyUser || (owner !== null && owner === caller.userId);
}

/** Whether the caller may act under this user's name: read its rules, start its runs. */
export function mayActAs(caller: Caller, userId: string): boolean {
  return caller.anyUser || caller.userId === userId;
}

/** Whether the caller may submit a call or a question of this user. */
export function mayAskFor(caller: Caller, userId: string): boolean {
  return caller.service === true || mayActAs(caller, userId);
}

/** Whether the caller may look at an interaction by its id: a service at what it may have asked, too. */
export function mayLookAt(caller: Caller, owner: string | null): boolean {
  return caller.service === true || sees(caller, owner);
}
