/** What is said about an answer that could not be sent or was not taken. */
export interface ProblemWords {
  /** By the code of the error. */
  readonly errors: Readonly<Record<string, string>>;
  readonly answerFailed: string;
  answerFailedWith(message: string): string;
  /** What the server, or the client, says about it in its own words: what is to be set, and where. */
  problemDetails(text: string): string;
}

/** The same in English. */
export const problemWords: ProblemWords = {
  errors: {
    network: 'The server could not be reached. Your answer was not sent.',
    timeout: 'The server did not answer in time.',
    unauthenticated: 'You are signed out. Sign in and try again.',
    forbidden: 'You are not allowed to answer this.',
    stale_approval: 'What would run has changed since it was shown. Look at it again.',
    rate_limited: 'Too many requests. Wait a moment and try again.',
    internal: 'The server failed. Your answer was not recorded.',
    aborted: 'Sending your answer was broken off.',
    bad_reply: 'Something other than the server replied. Your answer was not recorded.',
    bad_call: 'This answer cannot be sent from here.',
    invalid_request: 'The server could not read your answer.',
    unsupported_media_type: 'The server could not read your answer.',
    payload_too_large: 'Your answer is too long. Shorten it.',
    not_found: 'Nobody takes answers at this address.',
    method_not_allowed: 'Nobody takes answers at this address.',
    interaction_not_found: 'The server does not know this request any more.',
    run_not_found: 'The server does not know this run any more.',
    session_not_found: 'The server does not know this conversation any more.',
    agent_not_found: 'The server does not know this agent any more.',
    interaction_expired: 'The time for this answer is over.',
    already_resolved: 'Somebody else answered first.',
    run_finished: 'The run has ended. Nothing waits for this answer any more.',
    session_busy: 'The agent is still at work. Wait until it has finished.',
    ambiguous_tool_call: 'Several runs have a call of this name. Answer it where it was asked.',
    idempotency_conflict: 'Another answer of yours is recorded already. This one was not.',
  },
  answerFailed: 'Your answer could not be sent.',
  answerFailedWith: (message) => `Your answer was not recorded: ${message}`,
  problemDetails: (text) => `Details: ${text}`,
};
