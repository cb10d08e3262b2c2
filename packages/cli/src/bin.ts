import { start } from './start.ts';

await start('hitl');
