import { numbers } from './numbers.ts';

/** What is said of tools while they run. */
export interface ProgressMessages {
  progress: string;
  progressOf(call: string): string;
  /** How much of a whole is done, in whatever the tool counts. */
  progressAmount(progress: number, total: number): string;
  /** How much is done, where the whole is not known. */
  progressCount(progress: number): string;
  liveOutput: string;
}

/** What is said of tools while they run. In English. */
export const progress: ProgressMessages = {
  progress: 'Progress',
  progressOf: (call) => `Progress: ${call}`,
  progressAmount: (done, total) => `${numbers.format(done)} of ${numbers.format(total)}`,
  progressCount: (done) => numbers.format(done),
  liveOutput: 'Output so far',
};
