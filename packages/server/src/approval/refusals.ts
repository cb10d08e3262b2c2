import type { InteractionRequest, Verdict } from '@hitl/protocol';
import type { Agent } from '../agents/agent.ts';
import { equalTo } from './equal-requests.ts';
import type { Limits } from './limits.ts';

/** The reason for denying a call that needs a person when no one can be asked. */
export function noOneToAsk(reason: string): string {
  return `A person would have to decide, but no one can be asked: ${reason}`;
}

/** The denial of a call that needs a person when no one may be asked. */
export function refusalToAsk(
  agent: Pick<Agent, 'enableHitl'>,
  reason: string,
  waiting: number,
  maxPending: number,
): Verdict | undefined {
  if (!agent.enableHitl) {
    return { decision: 'denied', step: 'hitl_off', reason: noOneToAsk(reason) };
  }
  if (waiting < maxPending) return undefined;
  return {
    decision: 'denied',
    step: 'max_pending',
    reason: `Too many requests are pending in this session (${maxPending})`,
  };
}

/** The denial of a call that needs a person when too many requests are pending. */
export function quotaDenial(reason: string | undefined): Verdict | undefined {
  return reason === undefined ? undefined : { decision: 'denied', step: 'max_pending', reason };
}

/** Most characters of the pending requests of a session: whatever changes the session reads them. */
const MAX_WAITING = 1 << 24;

/** The denial of a request if too many equal ones are pending, or too large ones. */
export function tooMuchWaiting(
  request: InteractionRequest,
  waiting: readonly InteractionRequest[],
  { equalPending: most }: Pick<Limits, 'equalPending'>,
): Verdict | undefined {
  if (most !== null && equalTo(request, waiting).length >= most) {
    const what = request.purpose === 'authorization' ? 'call' : 'question';
    return quotaDenial(
      `The same ${what} waits for a person ${most} times in this session; wait for the answer`,
    );
  }
  let room = MAX_WAITING;
  for (const each of [request, ...waiting]) room -= JSON.stringify(each).length;
  if (room >= 0) return undefined;
  return quotaDenial('The requests that are pending in this session are too large in all');
}
