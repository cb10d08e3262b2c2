import type { InteractionRequest, Verdict, VerdictStep } from '@hitl/protocol';
import type { Agent } from '../agents/agent.ts';
import { messageOf } from '../base/message-of.ts';
import type { CallVerdict } from '../machine/commands.ts';
import { equalTo } from './equal-requests.ts';
import type { Limits } from './limits.ts';
import type { Quota } from './quota.ts';
import type { ScopedCall } from './rules.ts';

/** What is decided about a call. */
export type Evaluated = Omit<CallVerdict, 'toolCallId'>;

function denied(step: VerdictStep, reason: string): Verdict {
  return { decision: 'denied', step, reason };
}

/** The denial of a call whose tool or rule failed to evaluate or describe it. */
export function evaluationFailed(error: unknown): Verdict {
  return denied('error', `The call could not be evaluated: ${messageOf(error)}`);
}

/** The reason for denying a call that needs a person when no one can be asked. */
export function noOneToAsk(reason: string): string {
  return `A person would have to decide, but no one can be asked: ${reason}`;
}

/** The denial of a call that needs a person, if its agent asks no one. */
export function asksNoOne(
  { enableHitl }: Pick<Agent, 'enableHitl'>,
  reason: string,
): Verdict | undefined {
  return enableHitl ? undefined : denied('hitl_off', noOneToAsk(reason));
}

/** How much may be pending. */
export interface PendingLimits {
  /** Maximum number of pending requests in one session. */
  readonly maxPending: number;
  readonly quota: Pick<Quota, 'tooManyPending' | 'limits'>;
}

/** A call that needs a person, and the requests that are pending already. */
interface Wanted {
  readonly call: ScopedCall;
  readonly agent: Pick<Agent, 'enableHitl'>;
  /** Why it needs one. */
  readonly reason: string;
  /** The pending requests of the session. */
  readonly waiting: readonly InteractionRequest[];
  /** How many of them are not stored yet. Default 0. */
  readonly opening?: number;
  /** Whether its sender limits equal requests itself. Default `false`. */
  readonly isRelayed?: boolean;
}

/** Opens the request for a call that needs a person, or denies the call if that is not possible. */
export async function openRequest(
  limits: PendingLimits,
  wanted: Wanted,
  build: () => Promise<Evaluated>,
): Promise<Evaluated> {
  const refused = await refusalToAsk(limits, wanted);
  if (refused !== undefined) return { verdict: refused };
  const built = await build();
  if (built.request === undefined || wanted.isRelayed === true) return built;
  const repeated = tooMuchWaiting(built.request, wanted.waiting, limits.quota.limits);
  return repeated === undefined ? built : { verdict: repeated };
}

async function refusalToAsk(
  { maxPending, quota }: PendingLimits,
  { agent, reason, call, waiting, opening = 0 }: Wanted,
): Promise<Verdict | undefined> {
  const refused = asksNoOne(agent, reason);
  if (refused !== undefined) return refused;
  const full =
    waiting.length < maxPending
      ? await quota.tooManyPending(call.tenantId, call.userId, opening)
      : `Too many requests are pending in this session (${maxPending})`;
  return full === undefined ? undefined : denied('max_pending', full);
}

/** Maximum characters of the pending requests of a session, which are read at each of its changes. */
const MAX_WAITING = 1 << 24;

/** The denial of a request if too many equal ones are pending, or too large ones. */
function tooMuchWaiting(
  request: InteractionRequest,
  waiting: readonly InteractionRequest[],
  { equalPending: most }: Pick<Limits, 'equalPending'>,
): Verdict | undefined {
  if (most !== null && equalTo(request, waiting).length >= most) {
    const what = request.purpose === 'authorization' ? 'call' : 'question';
    return denied(
      'max_pending',
      `The same ${what} waits for a person ${most} times in this session; wait for the answer`,
    );
  }
  let room = MAX_WAITING;
  for (const each of [request, ...waiting]) room -= JSON.stringify(each).length;
  if (room >= 0) return undefined;
  return denied(
    'max_pending',
    'The requests that are pending in this session are too large in all',
  );
}
