import { numbers } from './numbers.ts';

/** Texts of running tools. */
export interface ProgressMessages {
  progress: string;
  progressOf(call: string): string;
  /** Progress of a known total, in the tool's own unit. */
  progressAmount(progress: number, total: number): string;
  /** Progress without a known total. */
  progressCount(progress: number): string;
  liveOutput: string;
}

/** The English texts of running tools. */
export const progress: ProgressMessages = {
  progress: 'Progress',
  progressOf: (call) => `Progress: ${call}`,
  progressAmount: (done, total) => `${numbers.format(done)} of ${numbers.format(total)}`,
  progressCount: (done) => numbers.format(done),
  liveOutput: 'Output so far',
};
