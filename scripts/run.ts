import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The workspace root, without a trailing slash. */
export const root: string = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Keeps tools from sending usage data. */
const quiet = {
  DO_NOT_TRACK: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  TURBO_TELEMETRY_DISABLED: '1',
};

/**
 * Runs a command in the workspace root with the terminal handed on, and resolves to its exit code
 * (1 when a signal ended it). SIGINT and SIGTERM are passed on to it.
 */
export function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...quiet },
    });
    const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
    process.on('SIGINT', passOn).on('SIGTERM', passOn);
    const release = (): void =>
      void process.removeListener('SIGINT', passOn).removeListener('SIGTERM', passOn);
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', (code) => {
      release();
      resolve(code ?? 1);
    });
  });
}

/** Runs a script that npm packages ship, with the Node that runs us: no shim picks another one. */
export function runNode(script: string, args: readonly string[]): Promise<number> {
  return run(process.execPath, [script, ...args]);
}
