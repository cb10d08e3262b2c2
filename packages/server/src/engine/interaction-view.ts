import type { InteractionView } from '@hitl/protocol';
import { given } from '../base/given.ts';

/** An interaction as in the HTTP API, without internal members of the store. */
export function viewOf(record: InteractionView): InteractionView {
  const { interaction_request, run_id, status } = record;
  const { response, resolved_at, resolved_by, superseded_by } = record;
  return {
    interaction_request,
    run_id,
    status,
    ...given({ response, resolved_at, resolved_by, superseded_by }),
  };
}
