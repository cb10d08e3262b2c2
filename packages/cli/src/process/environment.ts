import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CliIo } from './io.ts';
import { blankShownEnvironment } from './shown-environment.ts';

/** Path of the variables that a process passes to its restarted self. */
const HANDOVER = 'HITL_HANDOVER';

/** Variables that programs need to start and that are not secret. */
const HARMLESS =
  /^(?:PATH|HOME|LANG|LANGUAGE|LC_\w+|TERM|COLORTERM|TMPDIR|TZ|USER|LOGNAME|SHELL|PWD|OLDPWD|EDITOR|VISUAL|CI|NO_COLOR|FORCE_COLOR|COLUMNS|LINES|NODE_\w+|UV_\w+|LD_\w+|DYLD_\w+|SSL_CERT_\w+|\w+_CA_BUNDLE|XDG_\w+|SystemRoot)$/;

/** Names and values that look like secrets. */
const KEY_NAME = /KEY|TOKEN|SECRET|PASS|PWD|CRED|AUTH|COOKIE|PRIVATE|DSN|(?:_|^)UR[LI]$|^PG|^AWS_/i;
const PASSWORD_IN_URL = /:\/\/[^\s/@]*:[^\s/@]+@/;

/** The parts of a process needed here. `process` fits. */
export interface ReplaceableProcess {
  readonly env: Record<string, string | undefined>;
  readonly argv: readonly string[];
  readonly execArgv: readonly string[];
  readonly execPath: string;
  readonly platform: string;
  readonly send?: unknown;
  execve?(file: string, args: readonly string[], env: Record<string, string>): void;
}

let hidden = false;
/** Keys already reported as readable. */
const reported = new Set<string>();

/**
 * Hides keys from the environment that the system shows to every process of this user, as in
 * `/proc/PID/environ`; unsetting a variable does not change that. If there are any, all variables
 * but the harmless ones are overwritten there. Where that is not possible, the program restarts in
 * this same process with harmless variables only, and reads the others from memory; descriptors 0
 * to 2, arguments and process id are kept.
 *
 * Returns the names of keys that remain readable because neither is possible; each name once.
 */
export function hideKeys(
  process: ReplaceableProcess,
  isKey: (name: string, value: string) => boolean = looksLikeKey,
  blank: typeof blankShownEnvironment = blankShownEnvironment,
): readonly string[] {
  takeHandover(process.env);
  if (hidden) return [];
  const variables = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || HARMLESS.test(name) ? [] : [[name, value] as const],
  );
  const keys = variables.filter(([name, value]) => isKey(name, value)).map(([name]) => name);
  if (keys.length === 0 || process.platform === 'win32') return [];
  hidden = process.platform === 'linux' && blank(process.env, (name) => HARMLESS.test(name));
  if (hidden) return [];
  // An IPC channel to a parent would be lost.
  if (process.execve === undefined || process.send !== undefined) return notYetReported(keys);
  const left = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && HARMLESS.test(name) ? [[name, value] as const] : [],
  );
  const handover = writeHandover(Object.fromEntries(variables));
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve(process.execPath, args, { ...Object.fromEntries(left), [HANDOVER]: handover });
  } catch {
    rmSync(dirname(handover), { recursive: true, force: true });
  }
  return notYetReported(keys);
}

function notYetReported(keys: readonly string[]): string[] {
  const fresh = keys.filter((key) => !reported.has(key));
  for (const key of fresh) reported.add(key);
  return fresh;
}

/** The message about keys that remain readable. */
export function readableKeys(names: readonly string[]): string {
  return `hitl: ${names.join(', ')} can be read by programs that agents start, in the environment of this process. Pass keys in files, or use Node 22.15 or newer.\n`;
}

/** Hides keys that only the configuration knows. Call it before anything is opened. */
export function hideNamedKeys({ env, stderr }: CliIo, names: readonly string[]): void {
  // In a test or in another program, the process is not ours to restart.
  if (env !== process.env) return;
  const readable = hideKeys(process, (name) => names.includes(name));
  if (readable.length > 0) stderr.write(readableKeys(readable));
}

/** Deletes variables that have been read, so that no child process or crash report contains them. */
export function forgetKeys(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): void {
  for (const name of names) Reflect.deleteProperty(env, name);
}

function looksLikeKey(name: string, value: string): boolean {
  return KEY_NAME.test(name) || PASSWORD_IN_URL.test(value);
}

/** Uses a folder in memory if the system has one; the file is removed right after the restart. */
function writeHandover(variables: Readonly<Record<string, string>>): string {
  const memory = '/dev/shm';
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'hitl-'));
  const path = join(folder, 'environment');
  writeFileSync(path, JSON.stringify(variables), { mode: 0o600, flag: 'wx' });
  return path;
}

function takeHandover(env: ReplaceableProcess['env']): void {
  const path = env[HANDOVER];
  if (path === undefined) return;
  delete env[HANDOVER];
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.uid !== process.getuid?.()) return;
  const text = readFileSync(path, 'utf8');
  rmSync(dirname(path), { recursive: true, force: true });
  const variables = JSON.parse(text) as Record<string, string>;
  // These stay on the heap: the system shows only the environment at the start of the program.
  for (const [name, value] of Object.entries(variables)) env[name] = value;
  hidden = true;
}
