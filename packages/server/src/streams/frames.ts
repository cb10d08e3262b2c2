import type { RunEvent, StepDelta, ToolProgress } from '@hitl/protocol';
import type { Frame } from './feed.ts';

/** The frame of an event in the stream of its run. */
export function runFrame(event: RunEvent): Frame {
  return { id: String(event.seq), type: event.type, data: JSON.stringify(event), event };
}

/** The frame of an event in the stream of its session; `frame` is that of its run. */
export function sessionFrame(frame: Frame, commit: number, index: number): Frame {
  return { ...frame, id: `${commit}.${index}` };
}

/** The frame of an event that is not stored; it has no id to resume from. */
export function unstoredFrame(event: StepDelta | ToolProgress): Frame {
  return { id: null, type: event.type, data: JSON.stringify(event), event };
}

/**
 * The frame of an event in an inbox, without an id: an inbox does not resume but starts with a new
 * snapshot.
 */
export function inboxFrame(event: RunEvent): Frame {
  return { id: null, type: event.type, data: JSON.stringify(event), event };
}
