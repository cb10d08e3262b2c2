import { main } from './main.ts';
import { endWithReader } from './output-lost.ts';

endWithReader(process);
process.exitCode = await main(process.argv.slice(2), process);
