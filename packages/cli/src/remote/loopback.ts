import { isIPv4, isIPv6 } from 'node:net';

/** Whether a server listening on the host is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIPv4(bare)) return bare.startsWith('127.');
  if (isIPv6(bare)) return new URL(`http://[${bare}]`).hostname === '[::1]';
  return bare === 'localhost';
}
