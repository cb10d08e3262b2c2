/** Default duration of a claim, in milliseconds. */
export const DEFAULT_LEASE_MS = 30_000;
