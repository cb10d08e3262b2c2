import type { Authenticate } from '../../src/http/auth.ts';

/** Takes the bearer token as the name of the user; `reviewer:NAME` is a reviewer. */
export const namedUsers: Authenticate = (request) => {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined) return null;
  const reviewer = token.startsWith('reviewer:');
  return {
    userId: reviewer ? token.slice('reviewer:'.length) : token,
    roles: reviewer ? ['reviewer'] : [],
  };
};

/** The header that identifies a user to such a server. */
export function as(user: string): Record<string, string> {
  return { authorization: `Bearer ${user}` };
}
