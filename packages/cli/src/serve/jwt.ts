import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Authenticate } from '@hitl/server';
import type { JwtComponent } from '@hitl/server/config';
import { createJwtAuthenticate, JWT_ALGORITHMS, type JwtAlgorithm } from '@hitl/server/jwt';
import type { Log } from '../process/log.ts';
import { UsageError } from '../process/usage-error.ts';
import type { JwtFlags } from './flags.ts';
import { messageOf } from '../process/message-of.ts';

/**
 * Absolute path of the file with the public keys; `undefined` if they come from a URL. No tool may
 * write this file, because it decides who every caller is.
 */
export function keySetFile({ jwks: flag }: JwtFlags, { jwks }: JwtComponent): string | undefined {
  const source = flag ?? jwks;
  return source === null || /^https?:/i.test(source) ? undefined : resolve(source);
}

/**
 * Authenticates callers by `--auth jwt`; flags override the configuration. A file with keys is
 * re-read at most once a second.
 */
export async function readJwt(
  flags: JwtFlags,
  component: JwtComponent,
  log: Log,
): Promise<Authenticate> {
  const jwks = flags.jwks ?? component.jwks;
  const issuer = flags.jwtIssuer ?? component.issuer;
  const audience = flags.jwtAudience ?? component.audience;
  if (jwks === null) throw missing('--jwks', 'jwks', 'the public keys');
  if (issuer === null) throw missing('--jwt-issuer', 'issuer', 'the issuer of tokens');
  if (audience === null) throw missing('--jwt-audience', 'audience', 'the audience of tokens');
  const file = keySetFile(flags, component);
  try {
    return await createJwtAuthenticate({
      jwks:
        file === undefined ? jwks : async () => JSON.parse(await readFile(file, 'utf8')) as unknown,
      issuer,
      audience,
      userClaim: flags.jwtUserClaim ?? component.user_claim,
      rolesClaim: flags.jwtRolesClaim ?? component.roles_claim,
      tenantClaim: flags.jwtTenantClaim ?? component.tenant_claim ?? undefined,
      algorithms: flags.jwtAlgorithm?.map(algorithm) ?? component.algorithms,
      clockToleranceMs: flags.jwtClockTolerance ?? component.clock_tolerance_ms,
      onError: (message) => log.error(message),
    });
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`--auth jwt: ${messageOf(cause)}`, { cause });
  }
}

function algorithm(name: string): JwtAlgorithm {
  const known = JWT_ALGORITHMS.find((each) => each === name);
  if (known !== undefined) return known;
  throw new UsageError(
    `--jwt-algorithm: "${name}" cannot be allowed. Expected one of: ${JWT_ALGORITHMS.join(', ')}.`,
  );
}

function missing(flag: string, key: string, what: string): UsageError {
  return new UsageError(
    `--auth jwt needs ${what}: ${flag}, or ${key} under jwt in the server component.`,
  );
}
