import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with the bundled commands, laid out like the installed package. */
    cliBundle: string;
  }
}

/** A folder like the installed package. */
export const cliFolder = inject('cliBundle');
const made = join(cliFolder, 'made');
while (!existsSync(made)) await pause(20);
const problem = readFileSync(made, 'utf8');
if (problem !== '') throw new Error(`The commands cannot be bundled: ${problem}`);

/** The program `hitl`, for Node. */
export const hitlProgram = join(cliFolder, 'bin/hitl.cjs');
/** The program `delta`, for Node. */
export const deltaProgram = join(cliFolder, 'bin/delta.cjs');
