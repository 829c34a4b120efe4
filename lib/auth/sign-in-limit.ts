/** A raw statement records a failure: only ON CONFLICT with a condition counts and limits in one step. */
import { ApiError } from '#lib/api/errors.ts';
import { prisma, query } from '#lib/db.ts';
import { addressGroup } from './client-address.ts';

/** How many failures one window allows. */
const LIMITS = { account: 10, address: 50 } as const;
const WINDOW_MS = 15 * 60_000;

/**
 * Runs one sign-in attempt under the limits of its account and its address. It records a failure before checking the
 * password and removes it on success, so that simultaneous attempts cannot bypass the limit. Only failures stay
 * recorded, and a success clears the account.
 *
 * @throws ApiError 429 with `retry-after` once a limit is reached, whether or not the account exists.
 */
export async function limitSignIn<Result>(
  { email, address }: { email: string; address: string | undefined },
  attempt: () => Promise<Result>,
): Promise<Result> {
  const windowStart = new Date(Math.floor(Date.now() / WINDOW_MS) * WINDOW_MS);
  const addressKey = address && `address:${addressGroup(address)}`;
  const accountKey = `account:${email.toLowerCase()}`;
  if (addressKey) await book(addressKey, windowStart, LIMITS.address);
  await book(accountKey, windowStart, LIMITS.account);
  const result = await attempt();
  await prisma().signInFailure.deleteMany({ where: { key: accountKey } });
  if (addressKey) {
    const booked = { key: addressKey, windowStart, failures: { gt: 0 } };
    await prisma().signInFailure.updateMany({ where: booked, data: { failures: { decrement: 1 } } });
  }
  return result;
}

async function book(key: string, windowStart: Date, limit: number): Promise<void> {
  const booked = await query<{ failures: number }>(
    'sign-in-failures-book',
    `INSERT INTO sign_in_failures AS f (key, window_start, failures) VALUES ($1, $2, 1)
     ON CONFLICT (key, window_start) DO UPDATE SET failures = f.failures + 1 WHERE f.failures < $3
     RETURNING failures`,
    [key, windowStart, limit],
  );
  if (booked.length > 0) return;
  const seconds = Math.max(1, Math.ceil((windowStart.getTime() + WINDOW_MS - Date.now()) / 1000));
  throw new ApiError(
    'too_many_requests',
    `Too many failed sign-ins. Try again in ${Math.ceil(seconds / 60)} minutes.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  );
}
