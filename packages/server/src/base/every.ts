import { unref } from './unref.ts';

/** Calls `tick` at an interval until the returned function is called. */
export type Every = (intervalMs: number, tick: () => void | Promise<void>) => () => void;

/** The clock of this machine. In Node it does not keep the process alive. */
export const systemEvery: Every = (intervalMs, tick) => {
  const timer: unknown = setInterval(() => void tick(), intervalMs);
  unref(timer);
  return () => {
    clearInterval(timer as Parameters<typeof clearInterval>[0]);
  };
};
