/**
 * Problem codes of the server, each with HTTP status and title. The list is closed and public: a
 * code is never reused.
 */
export const PROBLEMS = {
  /**
   * The request does not match the schema: wrong types, nesting depth, a bad `after`, `limit` or
   * `cursor`, an id that differs from the path's.
   */
  invalid_request: { status: 400, title: 'The request is malformed' },
  /** The token is missing or wrong. */
  unauthenticated: { status: 401, title: 'Authentication is needed' },
  /** In another user's name, or from an origin or for a host name that is not allowed. */
  forbidden: { status: 403, title: 'You are not allowed to do this' },
  /** No such route. */
  not_found: { status: 404, title: 'No such route' },
  /** Here and below, records of other users are answered like missing ones. */
  interaction_not_found: { status: 404, title: 'The interaction does not exist' },
  run_not_found: { status: 404, title: 'The run does not exist' },
  /**
   * Also if an answer reaches a server that lacks an agent of the run; nothing is recorded then.
   */
  agent_not_found: { status: 404, title: 'The agent does not exist' },
  session_not_found: { status: 404, title: 'The session does not exist' },
  /** Its deadline passed before the answer was committed. */
  interaction_expired: { status: 404, title: 'The interaction has expired' },
  /** The header `allow` lists the allowed methods. */
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  /** Another answer came first; `interaction` shows the current state. */
  already_resolved: { status: 409, title: 'The interaction is already resolved' },
  /** The session has an unfinished run; `pending_interaction_ids` lists its pending requests. */
  session_busy: { status: 409, title: 'The session has an unfinished run' },
  /** A signal to a run that has ended. */
  run_finished: { status: 409, title: 'The run has ended' },
  /** Several runs have a pending call of this id: send `run_id` too. */
  ambiguous_tool_call: { status: 409, title: 'Several calls have this id' },
  /** The answer is for other arguments than the pending call, or the tool was replaced since. */
  stale_approval: { status: 409, title: 'The approval is for another call' },
  /**
   * The call is pending, denied or paused, or was claimed in a session that was deleted, so it may
   * not run now.
   */
  not_claimable: { status: 409, title: 'The call may not run' },
  /** Only the caller that claimed a call may report its outcome. */
  not_claimed: { status: 409, title: 'The call is claimed by someone else' },
  /**
   * The same `Idempotency-Key` was used with another body, or for a run that was deleted with its
   * session.
   */
  idempotency_conflict: { status: 409, title: 'The idempotency key was used for another body' },
  /** Larger than `max_body_bytes` of the server, or than its store accepts. */
  payload_too_large: { status: 413, title: 'The body is too large' },
  /** The body has another content type, or none. */
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  /** The response is well-formed but does not fit its request; see `errors`. */
  invalid_response: { status: 422, title: 'The response does not fit its request' },
  /**
   * The caller has reached the limit named in `limit`; `retry-after` says how long to wait, if
   * waiting helps.
   */
  rate_limited: { status: 429, title: 'Too many requests' },
  /** `detail` contains an id to look up in the server's log. */
  internal: { status: 500, title: 'Internal server error' },
  /** The server is shutting down; nothing was done. `retry-after` says when to try again. */
  unavailable: { status: 503, title: 'The server is closing' },
} as const;

/** One of the closed list of problem codes. */
export type ProblemCode = keyof typeof PROBLEMS;
