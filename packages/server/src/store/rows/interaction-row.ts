import { given } from '../../base/given.ts';
import type { InteractionRequest, RunEvent } from '@hitl/protocol';
import type { InteractionRecord } from '../store.ts';
import type { InteractionRow } from './tables.ts';

/** The members of a record that are in neither its columns nor its request. */
type Rest = Omit<InteractionRecord, 'interaction_request' | keyof InteractionRow> & {
  /** The only members of a request that change while it is pending. */
  readonly request: Pick<InteractionRequest, 'expires_at' | 'paused'>;
};

type Columns = Omit<InteractionRow, 'tenant_id' | 'session_id'>;

/**
 * The row of a record in a commit with these events. The request itself is stored once, in the log:
 * `asked_in` is the commit with the request. It is set in that commit, and in later ones the
 * existing row keeps its value.
 */
export function toInteractionRow(
  record: InteractionRecord,
  commit: number,
  events: readonly RunEvent[],
): Columns {
  const {
    interaction_request: request,
    run_id,
    session_id: _,
    root_run_id,
    tool_call_id,
    user_id,
    status,
    seq,
    ...more
  } = record;
  const asked = findRequest(events, record.root_run_id, seq) !== undefined;
  const rest: Rest = {
    ...more,
    request: given({ expires_at: request.expires_at, paused: request.paused }),
  };
  return {
    interaction_id: request.id,
    run_id,
    root_run_id,
    tool_call_id,
    user_id,
    status,
    created_at: request.created_at,
    seq,
    asked_in: asked ? commit : null,
    rest: JSON.stringify(rest),
  };
}

/** The record of a row, with the events of the commit that contains the request. */
export function fromInteractionRow(
  row: InteractionRow,
  events: readonly RunEvent[],
): InteractionRecord {
  const { request: changes, ...rest } = JSON.parse(row.rest) as Rest;
  const stored =
    typeof row.request === 'string'
      ? (JSON.parse(row.request) as InteractionRequest)
      : findRequest(events, row.root_run_id, Number(row.seq));
  if (stored === undefined) {
    throw new Error(`commit ${row.asked_in} of ${row.session_id} lacks ${row.interaction_id}`);
  }
  const { expires_at: _deadline, paused: _paused, ...request } = stored;
  return {
    ...rest,
    interaction_request: { ...request, ...changes },
    run_id: row.run_id,
    session_id: row.session_id,
    root_run_id: row.root_run_id,
    tool_call_id: row.tool_call_id,
    user_id: row.user_id,
    status: row.status as InteractionRecord['status'],
    seq: Number(row.seq),
  };
}

/** Whether the request of a row is in the row, or in the events of the commit that it names. */
export function hasRequest(row: InteractionRow, events: readonly RunEvent[]): boolean {
  if (typeof row.request === 'string') return true;
  return findRequest(events, row.root_run_id, Number(row.seq))?.id === row.interaction_id;
}

function findRequest(
  events: readonly RunEvent[],
  rootRunId: string,
  seq: number,
): InteractionRequest | undefined {
  const event = events.find((one) => one.seq === seq && one.root_run_id === rootRunId);
  return event?.type === 'interaction_request' ? event.data.interaction_request : undefined;
}
