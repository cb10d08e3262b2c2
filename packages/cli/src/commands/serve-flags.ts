import { InvalidArgumentError, Option, type Command } from 'commander';
import { LOG_LEVELS } from '../process/log.ts';
import { parseDuration } from './duration.ts';
import { more, port } from './values.ts';

function grace(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== null) return milliseconds;
  throw new InvalidArgumentError('Expected a time such as 10s, 500ms or 2m.');
}

function basePath(text: string): string {
  if (text === '' || /^(\/[A-Za-z0-9._~-]+)+$/.test(text)) return text;
  throw new InvalidArgumentError('Expected a path such as /hitl.');
}

function origins(text: string, before: readonly string[] = []): readonly string[] {
  const own = URL.canParse(text) ? new URL(text).origin : 'null';
  if (own !== 'null' && (text === own || text === `${own}/`)) return [...before, own];
  throw new InvalidArgumentError(
    'Expected an origin such as https://app.example.com: scheme, host and port only.',
  );
}

/** The same limit as in a configuration. */
const MAX_TOLERANCE_MS = 300_000;

function tolerance(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== null && milliseconds <= MAX_TOLERANCE_MS) return milliseconds;
  throw new InvalidArgumentError('Expected a time such as 10s, of 5m at most.');
}

/** Adds the flags of `--auth jwt`. */
function addJwtFlags(command: Command): void {
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

/** Adds the flags of `serve`. */
export function addServeFlags(command: Command): Command {
  command
    .option('--config <dir>', 'folder (or file) with the YAML components')
    .option('--mailbox <dir>', 'show the questions of runs in this folder; may be repeated', more)
    .option(
      '--store <url>',
      'memory:, sqlite:PATH, postgres://… or mongodb://…, for every store without a url',
    )
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', port, 8787)
    .option('--base-path <path>', 'path that the API starts at, such as /hitl', basePath)
    .addOption(
      new Option(
        '--auth <mode>',
        'local (you, by the printed link or .hitl/token), token, jwt, or none (every program on this machine)',
      ).choices(['local', 'none', 'token', 'jwt']),
    )
    .option(
      '--token-file <file>',
      'TOKEN USER_ID [reviewer|agent|service], one a line (else HITL_TOKENS)',
    );
  addJwtFlags(command);
  return command
    .option('--allow-origin <url>', 'let pages of this origin call; may be repeated', origins)
    .option('--workspace <dir>', 'folder that the tools work in (default: the current one)')
    .addOption(
      new Option('--grace <time>', 'time for running tools to finish on shutdown')
        .argParser(grace)
        .default(10_000, '10s'),
    )
    .addOption(
      new Option('--log-level <level>', 'how much is logged to stderr')
        .choices(LOG_LEVELS)
        .default('info'),
    );
}
