import type { RiskLevel } from '@hitl/protocol';
import { problemWords, type ProblemWords } from './problem-words.ts';

/** Texts about who asks, the risk, the remaining time and the state of an answer. */
export interface StateWords extends ProblemWords {
  anAgent: string;
  risk: Readonly<Record<RiskLevel, string>>;
  timeLeft(duration: string): string;
  paused: string;
  retry: string;
  check: string;
  answerUnknown: string;
  /** The arguments differ from those first shown on the card. */
  argsChanged: string;
  pressIgnored: string;
}

/** The English texts of these states. */
export const stateWords: StateWords = {
  ...problemWords,
  anAgent: 'An agent',
  risk: { low: 'Low risk', medium: 'Medium risk', high: 'High risk' },
  timeLeft: (duration) => `${duration} left`,
  paused: 'Paused',
  retry: 'Try again',
  check: 'Send again',
  answerUnknown:
    'Your answer may not have arrived. It is sent again as soon as the server can be reached.',
  argsChanged: 'This call has changed since you first saw it. Read it again.',
  pressIgnored: 'This had just moved, so your press was not counted. Press again.',
};
