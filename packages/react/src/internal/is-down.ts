import type { Connection } from '@hitl/client';

/** Whether what a stream last said may be out of date. */
export function isDown(connection: Connection | undefined): boolean {
  return connection?.status === 'offline' || connection?.status === 'reconnecting';
}
