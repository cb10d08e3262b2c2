import type { RunEvent } from '@hitl/protocol';
import { scaleOf, spansOf, type Lane, type Span } from './timeline-spans.ts';

const LANES: readonly (readonly [Lane, string])[] = [
  ['model', 'Model'],
  ['waiting', 'Waiting for you'],
  ['tool', 'Tools'],
];

const WIDTH = 320;
const ROW = 28;
const BAR = 12;

/** A chart of what a run spent its time on, with a row for the model, the person and the tools. */
export function Timeline({ events }: { events: readonly RunEvent[] }) {
  const spans = spansOf(events);
  if (spans.length === 0) return null;
  const place = scaleOf(spans);
  const totals = LANES.map(([lane, name]) => [name, totalOf(spans, lane)] as const);
  const summary = totals.map(([name, ms]) => `${name}: ${duration(ms)}`).join(', ');
  return (
    <figure className="timeline">
      <svg
        viewBox={`0 0 ${WIDTH} ${LANES.length * ROW}`}
        role="img"
        aria-label={`Timeline. ${summary}`}
        direction="ltr"
      >
        {LANES.map(([lane], row) => (
          <g key={lane} data-lane={lane}>
            <line x1="0" x2={WIDTH} y1={(row + 0.5) * ROW} y2={(row + 0.5) * ROW} />
            {spans
              .filter((span) => span.lane === lane)
              .map((span) => {
                const x = place(span.from) * WIDTH;
                return (
                  <rect
                    key={`${span.label} ${span.from}`}
                    x={x}
                    y={(row + 0.5) * ROW - BAR / 2}
                    width={Math.max(3, place(span.to) * WIDTH - x)}
                    height={BAR}
                    rx="3"
                    data-open={span.open || undefined}
                  >
                    <title>{`${span.label}: ${duration(span.to - span.from)}`}</title>
                  </rect>
                );
              })}
          </g>
        ))}
      </svg>
      <figcaption>
        {LANES.map(([lane, name], index) => (
          <span key={lane} data-lane={lane}>
            {name} {duration(totals[index]?.[1] ?? 0)}
          </span>
        ))}
        <span className="quiet">Long pauses are shortened.</span>
      </figcaption>
    </figure>
  );
}

/** How long a lane was active; parallel spans count once. */
function totalOf(spans: readonly Span[], lane: Lane): number {
  let total = 0;
  let until = 0;
  for (const { from, to } of spans.filter((span) => span.lane === lane)) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return total;
}

function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}
