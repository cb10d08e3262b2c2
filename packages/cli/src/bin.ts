import { start } from './start.ts';

void start('hitl');
