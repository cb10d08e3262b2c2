/** How long a claim holds where an append does not say it, in milliseconds. */
export const DEFAULT_LEASE_MS = 30_000;
