import { stateWords, type StateWords } from '@hitl/client/view';

/** Texts shared by cards and panels. */
export interface CommonMessages extends StateWords {
  abortRun: string;
  /** Label of the same button after the first press. */
  abortRunSure: string;
  close: string;
}

/** The English texts shared by cards and panels. */
export const common: CommonMessages = {
  ...stateWords,
  abortRun: 'Stop the run',
  abortRunSure: 'Press again to stop',
  close: 'Close',
};
