import { isIPv4, isIPv6 } from 'node:net';

/** Whether only this machine reaches a server that listens on the host. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIPv4(bare)) return bare.startsWith('127.');
  if (isIPv6(bare)) return new URL(`http://[${bare}]`).hostname === '[::1]';
  return bare === 'localhost';
}
