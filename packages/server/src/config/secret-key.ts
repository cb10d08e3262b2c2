import type { Environment } from './document.ts';
import { ConfigError } from './error.ts';

const NAME = 'HITL_SECRET_KEY';

/**
 * The key that sensitive answers are sealed with; `undefined` where the variable is not set.
 * @throws ConfigError for another form than 64 hex digits; what it holds is not repeated.
 */
export function readSecretKey(env: Environment): string | undefined {
  const key = env[NAME];
  if (key === undefined || /^[0-9a-f]{64}$/i.test(key)) return key;
  const message = `expected 32 bytes as 64 hex digits, got ${key.length} characters of another form. \`openssl rand -hex 32\` makes a key.`;
  throw new ConfigError([{ file: 'the environment', key: NAME, message }]);
}
