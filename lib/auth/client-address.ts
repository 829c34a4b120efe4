import { isIP } from 'node:net';
import { env } from '#lib/env.ts';

/**
 * The header with the client's address. The front server sets it on every request, from the socket or from the hop that
 * `TRUST_PROXY` names, so clients cannot forge it.
 */
export const CLIENT_ADDRESS_HEADER = 'x-belfry-client-address';

const front = globalThis as typeof globalThis & { belfryFront?: boolean };

/** Makes `clientAddress` trust the header. The front server calls this once, because it overwrites the header. */
export function trustClientAddressHeader(): void {
  front.belfryFront = true;
}

/**
 * Returns the caller's address. Undefined if no trusted source provides it. Without the front server, the address is
 * the hop of `X-Forwarded-For` that `TRUST_PROXY` counts from the right.
 */
export function clientAddress(headers: Headers): string | undefined {
  if (front.belfryFront) return valid(headers.get(CLIENT_ADDRESS_HEADER));
  const hops = headers.get('x-forwarded-for')?.split(',') ?? [];
  return env().TRUST_PROXY > 0 ? valid(hops.at(-env().TRUST_PROXY)) : undefined;
}

/**
 * Returns the group of an address, for limits: an IPv4 address itself, or the /64 network of an IPv6 address. A caller
 * rarely has addresses in many groups.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || isIP(address) !== 6) return mapped ?? address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups = [
    ...left,
    ...Array(tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)).fill('0'),
    ...right,
  ];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function valid(address: string | null | undefined): string | undefined {
  const text = address?.trim() ?? '';
  return isIP(text) ? text : undefined;
}
