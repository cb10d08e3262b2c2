import type { InteractionView } from '@hitl/protocol';
import type { InteractionRecord } from '../store/store.ts';

/** An interaction as in the HTTP API, without internal members of the store. */
export function viewOf(record: InteractionRecord): InteractionView {
  const { interaction_request, run_id, status, response, resolved_at, resolved_by } = record;
  const { superseded_by } = record;
  return {
    interaction_request,
    run_id,
    status,
    ...(response !== undefined && { response }),
    ...(resolved_at !== undefined && { resolved_at }),
    ...(resolved_by !== undefined && { resolved_by }),
    ...(superseded_by !== undefined && { superseded_by }),
  };
}
