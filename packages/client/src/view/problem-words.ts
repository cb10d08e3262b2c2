/** Texts about an answer that could not be sent or was not accepted. */
export interface ProblemWords {
  /** By error code. */
  readonly errors: Readonly<Record<string, string>>;
  readonly answerFailed: string;
  answerFailedWith(message: string): string;
  /** Introduces the error's own text, which names the setting or address to correct. */
  problemDetails(text: string): string;
}

/** The English texts of problems. */
export const problemWords: ProblemWords = {
  errors: {
    network: 'Could not reach the server. Your answer was not sent.',
    timeout: 'The server did not answer in time.',
    unauthenticated: 'You are signed out. Sign in and try again.',
    forbidden: 'You are not allowed to answer this.',
    stale_approval: 'The call has changed since it was shown. Review it again.',
    rate_limited: 'Too many requests. Wait a moment and try again.',
    internal: 'The server failed. Your answer was not recorded.',
    unavailable: 'The server is restarting. Your answer was not recorded.',
    aborted: 'Sending your answer was interrupted.',
    bad_reply: 'Something other than the server replied. Your answer was not recorded.',
    bad_call: 'This answer cannot be sent from here.',
    invalid_request: 'The server could not read your answer.',
    unsupported_media_type: 'The server could not read your answer.',
    payload_too_large: 'Your answer is too long. Shorten it.',
    not_found: 'This server does not accept answers at this address.',
    method_not_allowed: 'This server does not accept answers at this address.',
    interaction_not_found: 'The server no longer knows this request.',
    run_not_found: 'The server no longer knows this run.',
    session_not_found: 'The server no longer knows this conversation.',
    agent_not_found: 'The server no longer knows this agent.',
    interaction_expired: 'The time to answer has passed.',
    already_resolved: 'Someone else answered first.',
    run_finished: 'The run has ended and no longer needs this answer.',
    session_busy: 'The agent is still working. Wait until it has finished.',
    ambiguous_tool_call: 'Several runs have a call with this name. Answer it where it was asked.',
    idempotency_conflict: 'A different answer from you was already recorded. This one was not.',
  },
  answerFailed: 'Your answer could not be sent.',
  answerFailedWith: (message) => `Your answer was not recorded: ${message}`,
  problemDetails: (text) => `Details: ${text}`,
};
