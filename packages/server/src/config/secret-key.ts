import { readFileSync } from 'node:fs';
import type { Environment } from './document.ts';
import { ConfigError } from './error.ts';
import { messageOf } from '../base/message-of.ts';

const NAME = 'HITL_SECRET_KEY';

/** The variable with the file of the key. */
export const SECRET_KEY_FILE = 'HITL_SECRET_KEY_FILE';

/**
 * The encryption key of sensitive answers, from `HITL_SECRET_KEY` or the file named by
 * `HITL_SECRET_KEY_FILE`; `undefined` if neither is set.
 * @throws ConfigError if it is not 64 hex digits or the file cannot be read; the value is never
 * shown.
 */
export function readSecretKey(env: Environment): string | undefined {
  const { [NAME]: given, [SECRET_KEY_FILE]: file } = env;
  if (given !== undefined && file !== undefined) {
    throw problem(SECRET_KEY_FILE, `${NAME} is set too. Expected one of them.`);
  }
  const name = file === undefined ? NAME : SECRET_KEY_FILE;
  const key = file === undefined ? given : readKeyFile(file);
  if (key === undefined || /^[0-9a-f]{64}$/i.test(key)) return key;
  throw problem(
    name,
    `expected 32 bytes as 64 hex digits, got ${key.length} characters of another form. \`openssl rand -hex 32\` makes a key.`,
  );
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw problem(SECRET_KEY_FILE, `the file cannot be read: ${messageOf(cause)}`);
  }
}

function problem(key: string, message: string): ConfigError {
  return new ConfigError([{ file: 'the environment', key, message }]);
}
