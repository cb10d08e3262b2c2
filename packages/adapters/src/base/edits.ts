import type { ApprovalAction } from '@hitl/protocol';

/** Options for frameworks that cannot run a call with edited arguments. */
export interface EditOptions {
  /**
   * What happens to edited arguments. `deny`: the call is denied, and the reason asks the model to call again
   * with them. Default: editing is not offered.
   */
  readonly edits?: 'deny' | undefined;
}

/** The decisions about a call that are offered, if the framework can deny with a reason. */
export function offeredActions({ edits }: EditOptions): ApprovalAction[] {
  const actions: ApprovalAction[] = ['approve', 'deny', 'answer'];
  return edits === 'deny' ? [...actions, 'modify_args'] : actions;
}

/** Asks the model for the same call with the edited arguments. */
export function editMessage(args: Readonly<Record<string, unknown>>): string {
  return `The user edited the arguments. Call the tool again with exactly these: ${JSON.stringify(args)}`;
}
