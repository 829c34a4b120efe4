import { env } from '#lib/env.ts';
import { BlockedError, type Guard, outboundGuard } from './guard.ts';
import { type Outbound, OutboundError, targetOf } from './outbound.ts';

/** Checks the addresses of requests without connecting to them. */
export interface Rehearsal {
  /** Begins the rehearsal of one message. */
  begin(): {
    outbound: Outbound;
    /** Whether a request reached the point of connecting to an allowed address. Its result cannot be predicted. */
    isReached: () => boolean;
  };
}

/** Milliseconds for resolving a host name. A name that is not resolved in this time counts as allowed. */
const LOOKUP_MS = 500;

/** Returns a rehearsal that allows the same addresses as `outbound()`. Each name is looked up once. */
export function createRehearsal(allow: readonly string[] = env().OUTBOUND_ALLOW): Rehearsal {
  const guard = outboundGuard(allow);
  const looked = new Map<string, Promise<BlockedError | undefined>>();
  const check = async (host: string) => {
    guard.assertLiteral(host);
    const blocked = looked.get(host) ?? lookUp(guard, host);
    looked.set(host, blocked);
    const error = await blocked;
    if (error) throw error;
  };
  return {
    begin() {
      let isReached = false;
      const reach = async (host: string): Promise<never> => {
        await check(host);
        isReached = true;
        throw new OutboundError('unreachable', 'A rehearsal does not connect');
      };
      return {
        outbound: {
          fetch: async (url) => reach(targetOf(url, guard).host),
          connect: reach,
        },
        isReached: () => isReached,
      };
    },
  };
}

/**
 * Returns the error if the name has no allowed address. Other errors are ignored, because they may not occur at the
 * next attempt.
 */
function lookUp(guard: Guard, host: string): Promise<BlockedError | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), LOOKUP_MS);
    guard.lookup(host, { all: true }, (error) => {
      clearTimeout(timer);
      resolve(error instanceof BlockedError ? error : undefined);
    });
  });
}
