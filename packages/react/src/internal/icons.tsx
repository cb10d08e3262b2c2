import type { ReactElement } from 'react';

const SHAPES = {
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  clock: 'M8 4.5V8l2.5 1.5M14 8A6 6 0 112 8a6 6 0 0112 0z',
  high: 'M8 5.5v3.5M8 11.4v.1M8 2L1.5 13.5h13z',
  medium: 'M8 5v3.5M8 11v.1M14 8A6 6 0 112 8a6 6 0 0112 0z',
  low: 'M5.5 8.2l1.8 1.8 3.4-4M14 8A6 6 0 112 8a6 6 0 0112 0z',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  chevron: 'M6 4l4 4-4 4',
  pause: 'M5.5 4v8M10.5 4v8',
  play: 'M5 3.5v9l7-4.5z',
  stop: 'M4 4h8v8H4z',
  copy: 'M6 6h7.500v7.500H6zM3.500 10V2.500H10',
  edit: 'M3 13l.6-2.6L10.5 3.500l2 2-6.900 6.900z',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof SHAPES;

/** An icon next to text; never alone, so it is hidden from screen readers. */
export function Icon({ name }: { name: IconName }): ReactElement {
  return (
    <svg
      data-hitl-part="icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
