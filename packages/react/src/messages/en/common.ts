import { problemWords, type ProblemWords } from '@hitl/client/view';
import type { RiskLevel } from '@hitl/protocol';

/** What cards and panels both say. */
export interface CommonMessages extends ProblemWords {
  anAgent: string;
  risk: Readonly<Record<RiskLevel, string>>;
  timeLeft(duration: string): string;
  paused: string;
  abortRun: string;
  /** What the same button says after one press. */
  abortRunSure: string;
  close: string;
  retry: string;
  check: string;
  answerUnknown: string;
}

/** What cards and panels both say. In English. */
export const common: CommonMessages = {
  ...problemWords,
  anAgent: 'An agent',
  risk: { low: 'Low risk', medium: 'Medium risk', high: 'High risk' },
  timeLeft: (duration) => `${duration} left`,
  paused: 'Paused',
  abortRun: 'Stop the run',
  abortRunSure: 'Press again to stop',
  close: 'Close',
  retry: 'Try again',
  check: 'Send again',
  answerUnknown:
    'Your answer may not have arrived. It is sent again as soon as the server can be reached.',
};
