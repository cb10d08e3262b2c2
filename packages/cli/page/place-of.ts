import type { InteractionRequest } from '@hitl/protocol';

/** Where a request comes from: the folder of a mailbox (`--mailbox`), or agents of the server that work for a user. */
export interface Place {
  /** Empty for agents of the server. */
  readonly folder: string;
  /** Empty for a folder, and for agents without a user. */
  readonly user: string;
}

/** The place of a request. */
export function placeOf({ metadata, user_id: user = '' }: InteractionRequest): Place {
  const { mailbox } = metadata;
  if (typeof mailbox !== 'object' || mailbox === null || !('directory' in mailbox)) {
    return { folder: '', user };
  }
  return typeof mailbox.directory === 'string' && mailbox.directory !== ''
    ? { folder: mailbox.directory, user: '' }
    : { folder: '', user };
}

/** Whether two requests come from the same place. */
export function isSamePlace(a: Place, b: Place): boolean {
  return a.folder === b.folder && a.user === b.user;
}
