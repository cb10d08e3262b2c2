import { stateWords, type StateWords } from '@hitl/client/view';

/** What cards and panels both say. */
export interface CommonMessages extends StateWords {
  abortRun: string;
  /** What the same button says after one press. */
  abortRunSure: string;
  close: string;
}

/** What cards and panels both say. In English. */
export const common: CommonMessages = {
  ...stateWords,
  abortRun: 'Stop the run',
  abortRunSure: 'Press again to stop',
  close: 'Close',
};
