import { isIP } from 'node:net';
import { env } from '#lib/env.ts';

/** Set by the front server on every request from the socket or the hop that `TRUST_PROXY` names; never by a client. */
export const CLIENT_ADDRESS_HEADER = 'x-belfry-client-address';

const front = globalThis as typeof globalThis & { belfryFront?: boolean };

/** The front server says once that it overwrites the header, so that it can be believed. */
export function trustClientAddressHeader(): void {
  front.belfryFront = true;
}

/**
 * The caller's address, or undefined when nothing trustworthy names it. Without the front server that is the hop of
 * `X-Forwarded-For` which `TRUST_PROXY` counts from the right.
 */
export function clientAddress(headers: Headers): string | undefined {
  if (front.belfryFront) return valid(headers.get(CLIENT_ADDRESS_HEADER));
  const hops = headers.get('x-forwarded-for')?.split(',') ?? [];
  return env().TRUST_PROXY > 0 ? valid(hops.at(-env().TRUST_PROXY)) : undefined;
}

/** What one caller can hardly have many of: an IPv4 address, or the /64 of an IPv6 one. */
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
