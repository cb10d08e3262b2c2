import type { StreamEvent } from '@hitl/protocol';
import type { Frame } from './feed.ts';

/**
 * The frame of an event. Without an id a stream cannot be resumed from it: an event that is not
 * stored, or of an inbox, which starts with a new snapshot instead.
 */
export function frameOf(event: StreamEvent, id: string | null = null): Frame {
  return { id, type: event.type, data: JSON.stringify(event), event };
}
