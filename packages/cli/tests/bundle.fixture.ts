import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder with the bundled commands. */
    cliBundle: string;
  }
}

const folder = inject('cliBundle');
const made = join(folder, 'made');
while (!existsSync(made)) await pause(20);
const problem = readFileSync(made, 'utf8');
if (problem !== '') throw new Error(`The commands cannot be bundled: ${problem}`);

/** The program `hitl`, for Node. */
export const hitlProgram = join(folder, 'bin.cjs');
/** The program `delta`, for Node. */
export const deltaProgram = join(folder, 'bin-delta.cjs');
