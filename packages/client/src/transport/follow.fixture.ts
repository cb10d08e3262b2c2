import type { StreamEvent, UnknownEvent } from '@hitl/protocol';
import { createHitlClient, type EventHandlers } from '../client/client.ts';
import type { Connection, ConnectionStatus, StreamHandle } from '../base/connection.ts';
import type { ClientError } from '../base/errors.ts';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts';
import { longLog, type Wire } from '../testing/wire.ts';
import { settled } from '../testing/settled.fixture.ts';

/** Result of following a stream. */
export interface Followed {
  readonly clock: FakeClock;
  readonly requests: Request[];
  readonly events: StreamEvent[];
  readonly unknown: UnknownEvent[];
  readonly connections: Connection[];
  readonly errors: ClientError[];
  readonly handle: StreamHandle;
  batches: number;
  statuses(): ConnectionStatus[];
  sequence(): number[];
}

/** What a connection receives. */
export type Answer = Wire | Response | Error | 'never';

/** Follows `run_1`; the n-th connection gets the n-th answer, later ones hang. */
export async function follow(
  answers: readonly Answer[],
  more: Partial<EventHandlers> & { session?: boolean; random?: () => number } = {},
): Promise<Followed> {
  const clock = createFakeClock();
  const requests: Request[] = [];
  const client = createHitlClient({
    clock,
    random: more.random ?? (() => 0.5),
    async fetch(request) {
      const answer = answers[requests.length] ?? 'never';
      requests.push(request);
      if (answer === 'never') return new Promise(() => {});
      if (answer instanceof Error) throw answer;
      return 'response' in answer ? answer.response : answer;
    },
  });
  const events: StreamEvent[] = [];
  const unknown: UnknownEvent[] = [];
  const connections: Connection[] = [];
  const errors: ClientError[] = [];
  const followed = { batches: 0 };
  const handlers: EventHandlers = {
    onEvent: (event) => events.push(event),
    onUnknownEvent: (event) => unknown.push(event),
    onBatch: () => (followed.batches += 1),
    onConnection: (connection) => connections.push(connection),
    onError: (error) => errors.push(error),
    ...more,
  };
  const handle = more.session
    ? client.sessionEvents('ses_1', handlers)
    : client.runEvents('run_1', handlers);
  await settled();
  return Object.assign(followed, {
    clock,
    requests,
    events,
    unknown,
    connections,
    errors,
    handle,
    statuses: () => connections.map(({ status }) => status),
    sequence: () => events.flatMap((event) => ('seq' in event ? [event.seq] : [])),
  });
}

/** The `Last-Event-ID` of each connection. */
export const lastIds = ({ requests }: Followed): (string | null)[] =>
  requests.map(({ headers }) => headers.get('last-event-id'));

/** Run, session and time of the events of `longLog`. */
export function place(): {
  run_id: string;
  root_run_id: string;
  session_id: string;
  timestamp: string;
} {
  const { run_id, root_run_id, session_id, timestamp } = longLog(3)[0]!;
  return { run_id, root_run_id, session_id, timestamp };
}
