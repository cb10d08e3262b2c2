import { formatTime } from '../time.ts';

/** When everything that the builders make begins, in milliseconds since the epoch. */
export const TEST_TIME: number = Date.UTC(2026, 0, 1);

/** `TEST_TIME` and so many seconds more, as the wire writes it. */
export function testTime(seconds = 0): string {
  return formatTime(TEST_TIME + seconds * 1000);
}
