import type { RunEvent, StepDelta, ToolProgress } from '@hitl/protocol';
import type { Frame } from './feed.ts';

/** An event as the stream of its run shows it. */
export function runFrame(event: RunEvent): Frame {
  return { id: String(event.seq), type: event.type, data: JSON.stringify(event), event };
}

/** An event as the stream of its session shows it; `frame` is the one of its run. */
export function sessionFrame(frame: Frame, commit: number, index: number): Frame {
  return { ...frame, id: `${commit}.${index}` };
}

/** What is not stored has no id to resume from. */
export function unstoredFrame(event: StepDelta | ToolProgress): Frame {
  return { id: null, type: event.type, data: JSON.stringify(event), event };
}

/** An event as an inbox shows it: an inbox does not resume, it begins with a new snapshot. */
export function inboxFrame(event: RunEvent): Frame {
  return { id: null, type: event.type, data: JSON.stringify(event), event };
}
