import { failure, type Failure } from '../base/result.ts';

/** The failure for an id that does not exist, or that the caller may not see. */
export function notFound(what: 'agent' | 'interaction' | 'run' | 'session', id: string): Failure {
  const isInteraction = what === 'interaction';
  const detail = isInteraction ? `Interaction ${id} does not exist.` : `There is no ${what} ${id}.`;
  return failure(`${what}_not_found`, detail);
}

/** The failure for an external call with the id of another one: a call id identifies one call. */
export function otherCall(): Failure {
  return failure(
    'idempotency_conflict',
    'This tool_call_id was already used for another call in this session. Use a new one for each call.',
  );
}
