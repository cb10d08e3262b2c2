import type { InteractionRequest } from '@hitl/protocol';

/** The folder of the mailbox that asks (`--mailbox`); empty for an agent of the server. */
export function mailboxOf({ metadata }: InteractionRequest): string {
  const { mailbox } = metadata;
  if (typeof mailbox !== 'object' || mailbox === null || !('directory' in mailbox)) return '';
  return typeof mailbox.directory === 'string' ? mailbox.directory : '';
}
