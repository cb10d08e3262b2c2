import type { AuditTrail, RunEvent, StreamEvent } from '@hitl/protocol';
import type { EventHandlers, HitlClient } from '../client/client.ts';
import { CLOSED, type Connection, type StreamHandle } from '../base/connection.ts';
import type { ClientError } from '../base/errors.ts';
import { queriesAffectedBy } from './invalidation.ts';
import { createRefreshable } from './refreshable.ts';
import { throttle } from './throttle.ts';
import { createStore, type Store } from './store.ts';

/** State of an audit store. */
export interface AuditSnapshot {
  readonly runId: string;
  /** `null` until first read. */
  readonly trail: AuditTrail | null;
  /** Whether a read is in progress. */
  readonly loading: boolean;
  /** Error of the last read, if it failed. */
  readonly error?: ClientError;
  /** State of the event stream that triggers reads; closed for a run that has ended. */
  readonly connection: Connection;
}

/** Store of the audit trail of a run. */
export interface AuditStore extends Store<AuditSnapshot> {
  /** Reads it again. Never rejects: see `error`. */
  readonly refresh: () => Promise<void>;
}

/** A trail is sent as a whole, so it is not read for each new entry. */
const AT_MOST_EVERY_MS = 1000;

/**
 * The audit trail of a run: read with the first listener, then once more, at most each second, after
 * events that added to it, until the run has ended.
 */
export function createAuditStore(client: HitlClient, runId: string): AuditStore {
  let connection: Connection = CLOSED;
  let stream: StreamHandle | undefined;
  let active = false;
  const throttled = throttle(client.clock, AT_MOST_EVERY_MS);

  const reading = createRefreshable(
    'read the audit trail',
    () => client.audit(runId),
    () => store.notify(),
  );
  const store = createStore<AuditSnapshot>(
    () => {
      const { value, ...state } = reading.current();
      return { runId, trail: value ?? null, ...state, connection };
    },
    {
      client,
      start() {
        active = true;
        void refresh();
        return () => {
          active = false;
          throttled.cancel();
          close();
          store.notify();
        };
      },
    },
  );

  async function refresh(): Promise<void> {
    await reading.refresh();
    const { value, error } = reading.current();
    if (!active || value === undefined || error !== undefined) return;
    if (hasEnded(value)) {
      close();
      store.notify();
    } else {
      stream ??= followAudit(client, value, { onEvent, onConnection });
    }
  }

  function onEvent(event: StreamEvent): void {
    if (!('seq' in event) || !queriesAffectedBy(event.type).includes('audit')) return;
    throttled(() => {
      if (isNews(reading.current().value, event)) void refresh();
    });
  }

  function onConnection(next: Connection): void {
    connection = next;
    store.notify();
    // Reads that failed while the server was down.
    if (next.status === 'open' && reading.current().error !== undefined) void refresh();
  }

  function close(): void {
    stream?.close();
    stream = undefined;
    connection = CLOSED;
  }

  return { getSnapshot: store.getSnapshot, subscribe: store.subscribe, refresh };
}

/**
 * The events of a run after its audit trail: each one that adds an entry triggers another read.
 * `undefined`: the run has ended.
 */
export function followAudit(
  client: HitlClient,
  trail: AuditTrail,
  handlers: EventHandlers,
): StreamHandle | undefined {
  if (hasEnded(trail)) return undefined;
  const { run_id: runId, entries } = trail;
  const last = entries.at(-1)?.seq ?? 0;
  return client.runEvents(runId, {
    ...handlers,
    position: {
      ...(last > 0 && { lastEventId: String(last) }),
      seen: new Map([[runId, last]]),
    },
  });
}

/** Whether a trail lacks the entry of an event. Every event of a run has a later `seq`. */
function isNews(trail: AuditTrail | undefined, event: Pick<RunEvent, 'seq'>): boolean {
  return event.seq > (trail?.entries.at(-1)?.seq ?? 0);
}

const ENDS: ReadonlySet<string> = new Set(['run_completed', 'run_failed', 'run_aborted_by_human']);

/** Entries of nested runs have their own `run_id`; their end does not end this run. */
function hasEnded({ run_id: runId, entries }: AuditTrail): boolean {
  return entries.some((entry) => ENDS.has(entry.kind) && (entry['run_id'] ?? runId) === runId);
}
