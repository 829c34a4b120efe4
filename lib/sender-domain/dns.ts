import { Resolver } from 'node:dns/promises';

/** Milliseconds for all lookups of one check. */
const LIMIT_MS = 5_000;

/** The TXT records of a name. Undefined if the DNS did not respond. */
export type ReadTxt = (name: string) => Promise<string[] | undefined>;

/**
 * Runs a check with a resolver, which fails all lookups that take longer than five seconds in total.
 *
 * @param servers `address:port` of the DNS servers. Default: the DNS servers of the system.
 */
export async function withDns<Result>(
  check: (read: ReadTxt) => Promise<Result>,
  servers?: readonly string[],
): Promise<Result> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), LIMIT_MS);
  const until = Date.now() + LIMIT_MS;
  const read: ReadTxt = async (name) => {
    if (Date.now() >= until) return undefined;
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return NONE.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
    }
  };
  try {
    return await check(read);
  } finally {
    clearTimeout(timer);
  }
}

/** The errors for a name or record that does not exist, and for an invalid name. */
const NONE: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
