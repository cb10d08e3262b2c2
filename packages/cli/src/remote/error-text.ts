import type { HitlError } from '@hitl/protocol/endpoints';

/** What a server's error says, and for a missing or wrong token, where commands take it from. */
export function errorText({ code, message }: HitlError): string {
  return code === 'unauthenticated'
    ? `${message} Commands take the token from --token-file, HITL_TOKEN or .hitl/token of the working directory.`
    : message;
}
