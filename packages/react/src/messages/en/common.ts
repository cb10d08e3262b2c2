import type { RiskLevel } from '@hitl/protocol';

/** What cards and panels both say. */
export interface CommonMessages {
  anAgent: string;
  risk: Readonly<Record<RiskLevel, string>>;
  timeLeft(duration: string): string;
  paused: string;
  abortRun: string;
  /** By the code of the error. */
  errors: Readonly<Record<string, string>>;
  retry: string;
  check: string;
  answerUnknown: string;
  answerFailed: string;
}

/** What cards and panels both say. In English. */
export const common: CommonMessages = {
  anAgent: 'An agent',
  risk: { low: 'Low risk', medium: 'Medium risk', high: 'High risk' },
  timeLeft: (duration) => `${duration} left`,
  paused: 'Paused',
  abortRun: 'Stop the run',
  errors: {
    network: 'The server could not be reached. Your answer was not sent.',
    timeout: 'The server did not answer in time.',
    unauthenticated: 'You are signed out. Sign in and try again.',
    forbidden: 'You are not allowed to answer this.',
    stale_approval: 'What would run has changed since it was shown. Look at it again.',
    rate_limited: 'Too many requests. Wait a moment and try again.',
    internal: 'The server failed. Your answer was not recorded.',
  },
  retry: 'Try again',
  check: 'Check now',
  answerUnknown: 'It is not known whether your answer arrived.',
  answerFailed: 'Your answer could not be sent.',
};
