import { formatTime } from '../time.ts';

/** Base time of all built objects, in milliseconds since the epoch. */
export const TEST_TIME: number = Date.UTC(2026, 0, 1);

/** `TEST_TIME` plus `seconds`, in the format of the HTTP API. */
export function testTime(seconds = 0): string {
  return formatTime(TEST_TIME + seconds * 1000);
}
