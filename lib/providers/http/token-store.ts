import { createHash } from 'node:crypto';

/** The time before its expiry at which a token is renewed. */
const MARGIN_MS = 60_000;
const MAX_REMEMBERED = 1000;

interface Fresh {
  token: string;
  lifeMs: number;
}

/** Caches the access tokens of this process, by account. Simultaneous callers share one request. */
export function rememberedTokens() {
  const known = new Map<string, { token: Promise<string>; until: number }>();
  const keyOf = (account: readonly string[]) => createHash('sha256').update(JSON.stringify(account)).digest('base64');
  return {
    async get(account: readonly string[], now: Date, fetchOne: () => Promise<Fresh>): Promise<string> {
      const key = keyOf(account);
      const found = known.get(key);
      if (found && found.until > now.getTime()) return found.token;
      if (known.size >= MAX_REMEMBERED) known.clear();
      const entry = { token: Promise.resolve(''), until: Number.POSITIVE_INFINITY };
      entry.token = fetchOne().then(
        ({ token, lifeMs }) => {
          entry.until = now.getTime() + lifeMs - MARGIN_MS;
          return token;
        },
        (error: unknown) => {
          if (known.get(key) === entry) known.delete(key);
          throw error;
        },
      );
      known.set(key, entry);
      return entry.token;
    },
    forget(account: readonly string[]): void {
      known.delete(keyOf(account));
    },
  };
}
