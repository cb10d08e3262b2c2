/**
 * Every problem the server answers with, its HTTP status and title. The list is closed and public:
 * a code is never reused.
 */
export const PROBLEMS = {
  /** Not the schema: wrong types, depth, a bad `after`, `limit` or `cursor`, an id that differs from the path's. */
  invalid_request: { status: 400, title: 'The request is malformed' },
  /** No token, or a wrong one. */
  unauthenticated: { status: 401, title: 'Authentication is needed' },
  /** In another user's name, or from a page or under a host name that may not call. */
  forbidden: { status: 403, title: 'This is not yours to do' },
  /** No such route. */
  not_found: { status: 404, title: 'Nothing is here' },
  /** What is not the caller's answers like what does not exist, here and below. */
  interaction_not_found: { status: 404, title: 'The interaction does not exist' },
  run_not_found: { status: 404, title: 'The run does not exist' },
  /** Also when an answer reaches a server that lacks an agent of the run: nothing is recorded there. */
  agent_not_found: { status: 404, title: 'The agent does not exist' },
  session_not_found: { status: 404, title: 'The session does not exist' },
  /** Its time was over before the answer was committed. */
  interaction_expired: { status: 404, title: 'The interaction has expired' },
  /** The header `allow` lists those that are. */
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  /** Somebody else answered first; `interaction` shows what stands. */
  already_resolved: { status: 409, title: 'The interaction is already resolved' },
  /** The session has an unfinished run; `pending_interaction_ids` says what it waits for. */
  session_busy: { status: 409, title: 'The session has an unfinished run' },
  /** A signal to a run that is over. */
  run_finished: { status: 409, title: 'The run has ended' },
  /** Several runs have a call of this id: send `run_id` too. */
  ambiguous_tool_call: { status: 409, title: 'Several calls have this id' },
  /** The answer was given for other arguments than the ones that wait, or the tool was replaced since. */
  stale_approval: { status: 409, title: 'The approval is for another call' },
  /** A call that waits, was denied or is paused: nothing may run it now. */
  not_claimable: { status: 409, title: 'The call may not run' },
  /** Only who claimed a call says what became of it. */
  not_claimed: { status: 409, title: 'The call is claimed by someone else' },
  /** The same `Idempotency-Key` came with another body. */
  idempotency_conflict: { status: 409, title: 'The idempotency key was used for another body' },
  /** Larger than `max_body_bytes` of the server. */
  payload_too_large: { status: 413, title: 'The body is too large' },
  /** A body of another type, or of none. */
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  /** Well-formed, but it does not fit its request; `errors` lists where. */
  invalid_response: { status: 422, title: 'The response does not fit its request' },
  /** The caller has reached a limit, which `limit` names; where waiting helps, `retry-after` says how long. */
  rate_limited: { status: 429, title: 'Too many requests' },
  /** `detail` has the id under which the log of the server tells more. */
  internal: { status: 500, title: 'Something went wrong in the server' },
} as const;

/** One of the closed list of problem codes. */
export type ProblemCode = keyof typeof PROBLEMS;
