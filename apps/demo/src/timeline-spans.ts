import type { RunEvent } from '@hitl/protocol';

/** Activity of the run: the model writes, a person is asked, or a tool runs. */
export type Lane = 'model' | 'waiting' | 'tool';

/** A period in one lane. */
export interface Span {
  readonly lane: Lane;
  readonly label: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Not ended yet. */
  readonly open: boolean;
}

/** The spans of a run, in order. A span without an end ends at the last event. */
export function spansOf(events: readonly RunEvent[]): readonly Span[] {
  const spans: Span[] = [];
  const open = new Map<string, Omit<Span, 'to' | 'open'>>();
  /** Start of the current model span. */
  let since: number | undefined;

  function end(key: string, to: number): void {
    const span = open.get(key);
    open.delete(key);
    if (span !== undefined) spans.push({ ...span, to, open: false });
  }

  for (const { type, timestamp, data } of events) {
    const at = Date.parse(timestamp);
    switch (type) {
      case 'run_claimed':
        since = at;
        break;
      case 'step_completed':
        if (data.step.role === 'assistant' && since !== undefined) {
          spans.push({ lane: 'model', label: 'Model', from: since, to: at, open: false });
        }
        since = at;
        break;
      case 'interaction_request': {
        const { id, tool_name: label } = data.interaction_request;
        open.set(`waiting ${id}`, { lane: 'waiting', label, from: at });
        break;
      }
      case 'interaction_resolved':
        end(`waiting ${data.interaction_id}`, at);
        since = at;
        break;
      case 'tool_started':
        open.set(`tool ${data.tool_call_id}`, { lane: 'tool', label: data.tool_name, from: at });
        break;
      case 'tool_completed':
        end(`tool ${data.result.tool_call_id}`, at);
        since = at;
        break;
      default:
    }
  }
  const last = events.at(-1);
  const now = last === undefined ? 0 : Date.parse(last.timestamp);
  for (const span of open.values()) spans.push({ ...span, to: now, open: true });
  return spans.toSorted((left, right) => left.from - right.from);
}

/**
 * Maps times to 0–1. Longer pauses are compressed more, so that after a minute of waiting the
 * milliseconds of the model are still visible.
 */
export function scaleOf(spans: readonly Span[]): (time: number) => number {
  const times = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  const places = new Map<number, number>();
  let place = 0;
  for (const [index, time] of times.entries()) {
    const before = times[index - 1];
    if (before !== undefined) place += Math.log1p((time - before) / 20) + 0.2;
    places.set(time, place);
  }
  return (time) => (place === 0 ? 0 : (places.get(time) ?? 0) / place);
}
