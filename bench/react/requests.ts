import type { InteractionRequest } from '@hitl/protocol';
import { authorizationRequest } from '@hitl/protocol/testing';

/** Calls that wait: of one message, or each of its own. */
export function requests(count: number, message?: string): InteractionRequest[] {
  return Array.from({ length: count }, (_, index) =>
    authorizationRequest({
      id: `int_${index}`,
      run_id: `run_${index}`,
      root_run_id: message === undefined ? `run_${index}` : 'run_0',
      tool_call_id: `call_${index}`,
      message_id: message ?? `msg_${index}`,
      risk_level: index % 5 === 0 ? 'high' : 'low',
      tool_args: { command: `git push origin release-${index}`, cwd: '/work/shop' },
      ...(message !== undefined && { batch: { index, size: count } }),
    }),
  );
}
