/** Restricts connections to public addresses and the addresses in `OUTBOUND_ALLOW`. */
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Resolves a host to all its addresses. */
export type Resolve = (
  host: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Thrown for an address that is not allowed. Never retried, because only a configuration change can allow it. */
export class BlockedError extends Error {
  override readonly name = 'BlockedError';
  readonly host: string;

  constructor(host: string, address: string) {
    const what = host === address ? host : `${host} (${address})`;
    super(`${what} is not a public address. To allow it, start Belfry with OUTBOUND_ALLOW=${host}.`);
    this.host = host;
  }
}

/**
 * Addresses that are not globally reachable according to IANA's special-purpose registries (RFC 6890 and successors),
 * and two kinds of reachable addresses: 6to4 relays, and the public address at which one cloud offers its platform
 * service to every machine.
 */
const SPECIAL_IPV4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32';

/**
 * Only addresses in this range (global unicast) are public. IPv6 addresses that contain an IPv4 address (mapped, NAT64,
 * 6to4, Teredo) are excluded, because they would bypass the list above.
 */
const PUBLIC_IPV6 = '2000::/3';
const SPECIAL_IPV6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';

export interface Guard {
  /**
   * @throws BlockedError for a literal address that is not allowed. Host names pass, because `lookup` checks their
   * addresses.
   */
  assertLiteral: (host: string) => void;
  /** The lookup for sockets. Returns only allowed addresses, so that the socket connects to a checked address. */
  lookup: LookupFunction;
}

/**
 * @param allow addresses, CIDR ranges and host names that are allowed in addition to public addresses. A name allows
 * all addresses to which it resolves.
 * @param resolve replaces the system's resolver in tests.
 */
export function outboundGuard(allow: readonly string[], resolve: Resolve = systemLookup): Guard {
  const allowed = blockList(allow.filter((entry) => isIP(entry.split('/')[0] ?? '') !== 0));
  const allowedNames = new Set(allow.map(bare));
  const mayConnect = (address: string) => isPublic(address) || matches(allowed, address);
  return {
    assertLiteral: (host) => {
      if (isIP(host) !== 0 && !mayConnect(host)) throw new BlockedError(host, host);
    },
    lookup: (host, options, callback) => {
      resolve(host, { all: true }, (error, found) => {
        if (error) return callback(error, '', 0);
        const good = allowedNames.has(bare(host)) ? found : found.filter(({ address }) => mayConnect(address));
        const [first] = good;
        if (!first) return callback(new BlockedError(host, found[0]?.address ?? 'no address'), '', 0);
        if (options.all) callback(null, good);
        else callback(null, first.address, first.family);
      });
    },
  };
}

const specialIPv4 = blockList(SPECIAL_IPV4.split(' '));
const publicIPv6 = blockList([PUBLIC_IPV6]);
const specialIPv6 = blockList(SPECIAL_IPV6.split(' '));

function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !specialIPv4.check(address, 'ipv4');
  return matches(publicIPv6, address) && !matches(specialIPv6, address);
}

/** An address with a zone (`fe80::1%eth0`) matches no list. */
function matches(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !address.includes('%') && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Returns the host name in lower case without its final dot. */
function bare(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
