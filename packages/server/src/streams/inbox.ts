import type { EventType, InteractionRequest, RunEvent } from '@hitl/protocol';
import type { InteractionRecord, SessionKey } from '../store/store.ts';
import type { Frame, InboxFilter } from './feed.ts';
import type { LiveReader } from './subscription.ts';
import { createRecent, type Recent } from './recent.ts';
import { snapshotFrames, type Waiting } from './snapshot.ts';

/** A gap to look up in a log: the events about an interaction after `seq`. */
export interface Unseen {
  readonly interactionId: string;
  readonly sessionId: string;
  readonly rootRunId: string;
  readonly after: number;
}

/** An event that inboxes show. */
export type InboxEvent = Extract<
  RunEvent,
  { type: 'interaction_request' | 'interaction_resolved' | 'tool_paused' | 'tool_resumed' }
>;

/** Pending requests of one audience, kept up to date while there are readers. */
export interface Inbox {
  readonly filter: InboxFilter;
  /** `false` until the first list was loaded. */
  readonly known: boolean;
  /** Sets the pending requests without notifying readers. */
  begin(records: readonly InteractionRecord[]): void;
  /** Shows an event as `frame`, if it is for this audience and was not shown yet. */
  apply(event: InboxEvent, frame: Frame): void;
  /**
   * Compares with the store's list (of one session, or all) and returns what has to be looked up.
   * `touched` are interactions with events since the list was requested.
   */
  compare(
    records: readonly InteractionRecord[],
    sessionId: string | undefined,
    touched: ReadonlySet<string>,
  ): Unseen[];
  /** Removes an interaction whose log was deleted; readers get a new snapshot. */
  drop(unseen: Unseen): void;
  /** The newest frames. */
  readonly recent: Recent<Frame>;
  /** The first frames for a new reader, shared by all readers until something changes. */
  snapshot(): readonly Frame[];
  join(reader: LiveReader<Frame>): void;
  leave(reader: LiveReader<Frame>): void;
  close(): void;
}

export function createInbox(filter: InboxFilter): Inbox {
  const waiting = new Map<string, Waiting>();
  const readers = new Set<LiveReader<Frame>>();
  const recent = createRecent<Frame>();
  let known = false;
  let frames: readonly Frame[] | undefined;

  function show(frame: Frame): void {
    recent.push(frame, frame.data.length);
    for (const reader of readers) reader.take(frame);
  }

  function set(id: string, entry: Waiting): void {
    waiting.set(id, entry);
    frames = undefined;
  }

  function remove(id: string): boolean {
    frames = undefined;
    return waiting.delete(id);
  }

  const isFor = (userId: string | null, sessionId: string): boolean =>
    (filter.userId === undefined || filter.userId === userId) &&
    (filter.sessionId === undefined || filter.sessionId === sessionId);

  function snapshot(): readonly Frame[] {
    frames ??= snapshotFrames(waiting.values());
    return frames;
  }

  return {
    filter,
    get known() {
      return known;
    },
    begin(records) {
      known = true;
      for (const record of records) set(record.interaction_request.id, asWaiting(record));
    },
    apply(event, frame) {
      if (!known) return;
      if (event.type === 'interaction_request') {
        const { interaction_request: request } = event.data;
        if (waiting.has(request.id) || !isFor(request.user_id ?? null, event.session_id)) return;
        set(request.id, { request, rootRunId: event.root_run_id, seq: event.seq });
      } else {
        const id = event.data.interaction_id;
        const found = waiting.get(id);
        if (found === undefined || event.seq <= found.seq) return;
        if (event.type === 'interaction_resolved') remove(id);
        else set(id, { ...found, request: changed(found.request, event), seq: event.seq });
      }
      show(frame);
    },
    compare(records, sessionId, touched) {
      const unseen: Unseen[] = [];
      const listed = new Set<string>();
      for (const record of records) {
        const { id } = record.interaction_request;
        listed.add(id);
        if (touched.has(id) || !isFor(record.user_id, record.session_id)) continue;
        const found = waiting.get(id);
        if (found === undefined) unseen.push(unseenOf(record, record.seq - 1));
        else if (differs(found.request, record.interaction_request)) {
          unseen.push(unseenOf(record, found.seq));
          // Its deadline may also have been paused with the whole run, which is not an event of
          // inboxes.
          set(id, { ...found, request: record.interaction_request });
        }
      }
      for (const [id, { request, rootRunId, seq }] of waiting) {
        const { session_id } = request;
        if (listed.has(id) || touched.has(id)) continue;
        if (sessionId !== undefined && sessionId !== session_id) continue;
        unseen.push({ interactionId: id, sessionId: session_id, rootRunId, after: seq });
      }
      return unseen;
    },
    drop({ interactionId: id }) {
      if (!remove(id)) return;
      for (const frame of snapshot()) show(frame);
    },
    recent,
    snapshot,
    join(reader) {
      readers.add(reader);
    },
    leave(reader) {
      readers.delete(reader);
    },
    close() {
      for (const reader of readers) reader.finish();
    },
  };
}

const SHOWN: ReadonlySet<EventType> = new Set<InboxEvent['type']>([
  'interaction_request',
  'interaction_resolved',
  'tool_paused',
  'tool_resumed',
]);

/** Whether inboxes show events of this type. */
export function isInboxEvent(event: RunEvent): event is InboxEvent {
  return SHOWN.has(event.type);
}

/** The interaction of an inbox event. */
export function interactionOf(event: InboxEvent): string {
  return event.type === 'interaction_request'
    ? event.data.interaction_request.id
    : event.data.interaction_id;
}

function asWaiting({
  interaction_request: request,
  root_run_id: rootRunId,
  seq,
}: InteractionRecord): Waiting {
  return { request, rootRunId, seq };
}

function unseenOf(record: InteractionRecord, after: number): Unseen {
  const { interaction_request: request, session_id: sessionId, root_run_id: rootRunId } = record;
  return { interactionId: request.id, sessionId, rootRunId, after };
}

function differs(left: InteractionRequest, right: InteractionRequest): boolean {
  return left.paused !== right.paused || left.expires_at !== right.expires_at;
}

/** The request after its deadline was paused or resumed, as the fold changes it. */
function changed(
  request: InteractionRequest,
  event: InboxEvent & { type: 'tool_paused' | 'tool_resumed' },
): InteractionRequest {
  const { paused: _, expires_at: __, ...rest } = request;
  const expires = event.type === 'tool_resumed' ? event.data.expires_at : undefined;
  return {
    ...rest,
    ...(event.type === 'tool_paused' && { paused: true }),
    ...(expires !== undefined && { expires_at: expires }),
  };
}

/** The key of an audience: inboxes with the same key are shared. */
export function audienceOf({ tenantId, userId, sessionId }: InboxFilter): string {
  return JSON.stringify([tenantId, userId ?? null, sessionId ?? null]);
}

/** Whether a session's events can be shown in an inbox. */
export function concerns(filter: InboxFilter, key: SessionKey): boolean {
  return (
    filter.tenantId === key.tenantId &&
    (filter.sessionId === undefined || filter.sessionId === key.sessionId)
  );
}
