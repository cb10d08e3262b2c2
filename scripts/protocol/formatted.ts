import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../run.ts';

/** The formatter decides the layout of generated files. */
export async function formatted(text: string, path: string): Promise<string> {
  const oxfmt = spawn(join(root, 'node_modules/.bin/oxfmt'), [`--stdin-filepath=${path}`], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  oxfmt.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  oxfmt.stdin.end(text);
  const exitCode = await new Promise((resolve) => oxfmt.once('close', resolve));
  if (exitCode !== 0) throw new Error(`oxfmt ended with ${String(exitCode)}`);
  return Buffer.concat(chunks).toString('utf8');
}
