import { expandIPv6 } from 'hono/utils/ipaddr';

const ADDRESSES = new WeakMap<Request, string>();

/** Records the network address of a request. */
export function setRemoteAddress(request: Request, address: string | undefined): void {
  if (address !== undefined) ADDRESSES.set(request, address);
}

/** Gives a request the network address of another one, for which it is made. */
export function copyRemoteAddress(from: Request, to: Request): void {
  setRemoteAddress(to, ADDRESSES.get(from));
}

/**
 * The network of a request; `undefined` for requests within the process. IPv6 addresses are reduced
 * to their first 64 bits, which belong to one subscriber, who could otherwise use a new address for
 * each request.
 */
export function remoteNetworkOf(request: Request): string | undefined {
  const address = ADDRESSES.get(request);
  if (address === undefined || !address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const groups = expandIPv6(address.split('%')[0] ?? '').split(':');
  return `${groups.slice(0, 4).join(':')}::/64`;
}
