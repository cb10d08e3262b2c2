import module from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Keeps the compiled code from one start to the next, in Node 22.1 and newer. It lies beside the code:
 * whoever can change the one can change the other. Where nothing can be written, nothing is kept.
 */
module.enableCompileCache?.(fileURLToPath(new URL('../.cache', import.meta.url)));
