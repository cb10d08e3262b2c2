import type { RunEvent, StepDelta } from '@hitl/protocol';
import type { Frame } from './feed.ts';

/** An event as the stream of its run shows it. */
export function runFrame(event: RunEvent): Frame {
  return { id: String(event.seq), type: event.type, data: JSON.stringify(event), event };
}

/** An event as the stream of its session shows it; `frame` is the one of its run. */
export function sessionFrame(frame: Frame, commit: number, index: number): Frame {
  return { ...frame, id: `${commit}.${index}` };
}

/** A piece of text: not stored, so it has no id to resume from. */
export function deltaFrame(delta: StepDelta): Frame {
  return { id: null, type: delta.type, data: JSON.stringify(delta), event: delta };
}

/** An event as an inbox shows it: an inbox does not resume, it begins with a new snapshot. */
export function inboxFrame(event: RunEvent): Frame {
  return { id: null, type: event.type, data: JSON.stringify(event), event };
}
