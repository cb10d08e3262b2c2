/**
 * Counts the comparisons that matching makes, so that a test can hold the cost of a check to the
 * length of its input without a clock. Only differences mean anything; nothing resets it.
 */
export const work: { steps: number } = { steps: 0 };
