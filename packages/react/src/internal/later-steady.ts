import type { ReactNode } from 'react';
import { later } from './later.tsx';
import type { SteadyProps } from './steady.ts';

/** Takes presses on what has just moved for ones that were meant for what stood there before. */
export const Steady: (props: SteadyProps) => ReactNode = later(
  async () => (await import('./steady.ts')).Steady,
  undefined,
  true,
);
