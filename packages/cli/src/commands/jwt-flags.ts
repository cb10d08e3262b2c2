import { InvalidArgumentError, type Command } from 'commander';
import { parseDuration } from './duration.ts';
import { more } from './values.ts';

/** The same limit as in a configuration. */
const MAX_TOLERANCE_MS = 300_000;

function tolerance(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== null && milliseconds <= MAX_TOLERANCE_MS) return milliseconds;
  throw new InvalidArgumentError('Expected a time such as 10s, of 5m at most.');
}

/** Adds the flags of `--auth jwt`. */
export function addJwtFlags(command: Command): void {
  command
    .option('--jwks <url|file>', 'the public keys of --auth jwt, as a JSON Web Key Set')
    .option('--jwt-issuer <iss>', 'the issuer of tokens')
    .option('--jwt-audience <aud>', 'the audience of tokens')
    .option('--jwt-user-claim <name>', 'the claim with the user (default: sub)')
    .option('--jwt-roles-claim <name>', 'the claim with the roles (default: roles)')
    .option('--jwt-tenant-claim <name>', 'the claim with the tenant (default: one tenant)')
    .option('--jwt-algorithm <name>', 'accepted signature algorithm; may be repeated', more)
    .option('--jwt-clock-tolerance <time>', 'accepted clock difference (default: 5s)', tolerance);
}
