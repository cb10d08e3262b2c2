/** Monotonic time, like the global `performance`, with which Node would load ten modules. */
export const performance = {
  /** Milliseconds since some moment. */
  now: (): number => Number(process.hrtime.bigint()) / 1e6,
};
