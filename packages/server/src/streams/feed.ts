import type { RunEvent, StepDelta, StreamEvent, ToolProgress } from '@hitl/protocol';
import type { LoadedSession, SessionKey } from '../store/store.ts';

/** One event, encoded once for all readers. */
export interface Frame {
  /** The SSE id; `null` for events that are not stored. */
  readonly id: string | null;
  /** The SSE event name. */
  readonly type: string;
  /** The event as JSON on one line. */
  readonly data: string;
  /** The event itself, if it belongs to a run. */
  readonly event?: StreamEvent;
}

/** Options of the stream of a run. */
export interface RunStreamOptions {
  /** Events with a larger `seq` are replayed, followed by live ones. Default 0: all events. */
  readonly after?: number;
  /** `end`: until the root run has ended. `rest`: until it has ended, is suspended or paused. */
  readonly until: 'end' | 'rest';
  /** Only events of this nested run. */
  readonly onlyRunId?: string;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}

/** Receives the frames of a stream. Both functions are called as methods. */
export interface FrameReader {
  /** Takes a frame. `false`: the reader is full, so no frames follow until `resume`. */
  take(frame: Frame): boolean;
  /** The stream has ended, with the error if it failed. */
  end(error?: unknown): void;
}

/** A stream that is being followed. */
export interface Following {
  /**
   * Continues after the reader was full. Missed frames are read from the log, or replaced by a new
   * snapshot.
   */
  resume(): void;
  /** Stops the stream without calling `end`. */
  stop(): void;
}

/**
 * A stream of frames. Iterating it costs a few promises for each frame, following it one function
 * call. Each use starts a separate stream, and nothing happens before.
 */
export interface FrameStream extends AsyncIterable<Frame> {
  /** Starts the stream. The reader is called later, never before this returns. */
  follow(reader: FrameReader): Following;
}

/** The audience of an inbox. */
export interface InboxFilter {
  readonly tenantId: string;
  readonly userId?: string;
  readonly sessionId?: string;
}

/** Streams of events for readers: each event once, in order, from the log and then live. */
export interface Feed {
  /**
   * Delivers a commit of this process after it is stored; those of other instances are read from
   * the log. `recent`: see `SessionLog`; without it, each stream reads the log when it opens.
   */
  appended(
    key: SessionKey,
    commit: number,
    events: readonly RunEvent[],
    recent?: () => LoadedSession | undefined,
  ): void;
  /** Delivers a piece of streamed text; `offset` 0 begins a new message. */
  delta(key: SessionKey, delta: StepDelta): void;
  /** Delivers the progress of a call of this process, replacing its last one, also to other instances. */
  progress(key: SessionKey, progress: ToolProgress): void;
  /** Drops the progress of a call of this process, because it has ended. */
  progressEnded(key: SessionKey, runId: string, toolCallId: string): void;
  run(key: SessionKey, rootRunId: string, options: RunStreamOptions): FrameStream;
  /** The events of all runs of a session; `after` is the id of a frame of this stream. */
  session(key: SessionKey, options?: { after?: string; signal?: AbortSignal }): FrameStream;
  /** A `snapshot` frame, then changes. */
  inbox(filter: InboxFilter, signal?: AbortSignal): FrameStream;
  /** Resolves at the next hint of a change of the session, or after `timeoutMs`. */
  changed(key: SessionKey, timeoutMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
