import type { RunEnd } from './run-end.ts';

/** Texts of a conversation: connection, messages being sent, runs that did not complete. */
export interface ConversationWords {
  loading: string;
  offline: string;
  reconnecting: string;
  reconnect: string;
  sendingMessage: string;
  notSent(reason: string): string;
  /** Reasons by error code; for other codes the texts for answers are used. */
  notSentFor: Readonly<Record<string, string>>;
  sendAgain: string;
  discardMessage: string;
  /** Shown below a conversation; a reason may follow. */
  runEnds: Readonly<Record<RunEnd['how'], string>>;
}

/** The English texts of a conversation. */
export const conversationWords: ConversationWords = {
  loading: 'Loading…',
  offline: 'Offline. What you see may be out of date.',
  reconnecting: 'Reconnecting…',
  reconnect: 'Connect again',
  sendingMessage: 'Sending…',
  notSent: (reason) => `Not sent. ${reason}`,
  notSentFor: {
    network: 'The server could not be reached.',
    timeout: 'The server did not answer in time.',
    internal: 'The server failed.',
    unavailable: 'The server is restarting.',
    unauthenticated: 'You are signed out. Sign in and send it again.',
    forbidden: 'You are not allowed to send messages here.',
    bad_reply: 'Something other than the server replied.',
    bad_call: 'This message cannot be sent from here.',
    aborted: 'Sending it was interrupted.',
    invalid_request: 'The server could not read it.',
    payload_too_large: 'It is too long. Shorten it.',
  },
  sendAgain: 'Send again',
  discardMessage: 'Discard',
  runEnds: {
    failed: 'The run failed.',
    stopped: 'The run was stopped.',
    superseded: 'A new message took its place.',
  },
};
