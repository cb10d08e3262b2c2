import type { RunEvent, StepDelta, StreamEvent, ToolProgress } from '@hitl/protocol';
import type { SessionKey } from '../store/store.ts';

/** One event, encoded once for all who listen. */
export interface Frame {
  /** The SSE id; `null` for what is not stored. */
  readonly id: string | null;
  /** The SSE event name. */
  readonly type: string;
  /** JSON on one line. */
  readonly data: string;
  /** The event itself, where it is one of a run. */
  readonly event?: StreamEvent;
}

/** What one stream shows. */
export interface RunStreamOptions {
  /** Events with a larger `seq` are replayed, then live ones follow. Default 0: all. */
  readonly after?: number;
  /** `end`: until the root run has ended. `rest`: until it has ended, is suspended or paused. */
  readonly until: 'end' | 'rest';
  /** Only events of this nested run. */
  readonly onlyRunId?: string;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}

/** Takes the frames of a stream as they come. Both are called as a method. */
export interface FrameReader {
  /** `false`: that was taken, but it is enough for now; nothing comes until `resume`. */
  take(frame: Frame): boolean;
  /** Nothing comes any more. With what broke, if something did. */
  end(error?: unknown): void;
}

/** A stream that is being followed. */
export interface Following {
  /** Asks for more. What was missed meanwhile is read from the log, or is a new snapshot. */
  resume(): void;
  /** Nothing comes any more, `end` neither. */
  stop(): void;
}

/**
 * A stream of frames. Iterated, it is pulled and costs a few promises for each frame; followed, it
 * costs a call. Both begin anew with each use, and nothing happens before.
 */
export interface FrameStream extends AsyncIterable<Frame> {
  /** Begins. The reader is called later, never before this returns. */
  follow(reader: FrameReader): Following;
}

/** Who an inbox is for. */
export interface InboxFilter {
  readonly tenantId: string;
  readonly userId?: string;
  readonly sessionId?: string;
}

/** What is under way in this process and stored nowhere: the texts of models, and how far calls are. */
export interface Unfinished {
  /** Of a session, or of a root run in it: each text whole, from its start, so that further pieces fit. */
  of(key: SessionKey, rootRunId?: string): readonly (StepDelta | ToolProgress)[];
}

/** Streams for readers: each event once, in order, from the log and then live. */
export interface Feed {
  /** Takes a commit of this process after it is stored; those of other instances are read from the log. */
  appended(key: SessionKey, commit: number, events: readonly RunEvent[]): void;
  /** Takes a piece of text as the model writes it; `offset` 0 begins a new message. */
  delta(key: SessionKey, delta: StepDelta): void;
  /** Takes how far a call of this process is, in place of what it said before, and tells other instances. */
  progress(key: SessionKey, progress: ToolProgress): void;
  /** Forgets what a call of this process said: it runs no more. */
  progressEnded(key: SessionKey, runId: string, toolCallId: string): void;
  run(key: SessionKey, rootRunId: string, options: RunStreamOptions): FrameStream;
  /** All runs of a session; `after` is the id of a frame of this stream. */
  session(key: SessionKey, options?: { after?: string; signal?: AbortSignal }): FrameStream;
  /** A `snapshot` frame, then what changes. */
  inbox(filter: InboxFilter, signal?: AbortSignal): FrameStream;
  /** Resolves at the next hint about the session, at the latest after `timeoutMs`. */
  changed(key: SessionKey, timeoutMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
