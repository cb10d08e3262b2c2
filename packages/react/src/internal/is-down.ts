import type { Connection } from '@hitl/client';

/** Whether the data of a stream may be outdated. */
export function isDown(connection: Connection | undefined): boolean {
  return connection?.status === 'offline' || connection?.status === 'reconnecting';
}
