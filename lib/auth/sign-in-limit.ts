/** A raw statement records a failure, because only ON CONFLICT with a condition counts and limits in one step. */
import { ApiError } from '#lib/api/errors.ts';
import { recordRejectedSignIn } from '#lib/audit-log/rejections.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { addressGroup } from './client-address.ts';

/** The number of failures that are allowed in a window. */
const LIMITS = {
  /** Failures of an account from one address, so that guesses from other addresses do not lock a person out. */
  accountHere: 10,
  /** Failures from an address for all accounts together. */
  address: 50,
  /** Failures of an account from all addresses, except those with a session of its user. */
  account: 100,
} as const;
const WINDOW_MS = 15 * 60_000;

interface Attempt {
  email: string;
  address: string | undefined;
  requestId: string;
}

/**
 * Runs one sign-in attempt under the limits of its account and its address. Records a failure before checking the
 * password and removes it on success, so that simultaneous attempts cannot bypass the limit. A success also clears the
 * account's earlier failures from the same address.
 *
 * @throws ApiError 429 with `retry-after` once a limit is reached, whether or not the account exists.
 */
export async function limitSignIn<Result>(from: Attempt, attempt: () => Promise<Result>): Promise<Result> {
  const windowStart = new Date(Math.floor(Date.now() / WINDOW_MS) * WINDOW_MS);
  const booked: string[] = [];
  try {
    for (const { key, limit } of await limitsOf(from)) {
      await book(key, windowStart, limit);
      booked.push(key);
    }
    const result = await attempt();
    await forgive(from, booked, windowStart);
    return result;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await recordRejectedSignIn(from, error.status === 429);
    throw error;
  }
}

async function limitsOf(from: Attempt): Promise<{ key: string; limit: number }[]> {
  return [
    ...(from.address ? [{ key: `address:${addressGroup(from.address)}`, limit: LIMITS.address }] : []),
    { key: accountHere(from), limit: LIMITS.accountHere },
    ...((await isKnown(from)) ? [] : [{ key: account(from), limit: LIMITS.account }]),
  ];
}

function account({ email }: Attempt): string {
  return `account:${email.toLowerCase()}`;
}

function accountHere(from: Attempt): string {
  return `${account(from)} ${from.address ? addressGroup(from.address) : 'unknown'}`;
}

/** Whether the user has a session from this address, so that failures from other addresses do not count against it. */
async function isKnown({ email, address }: Attempt): Promise<boolean> {
  if (!address) return false;
  const where = { user: { email: email.toLowerCase() }, ipAddress: { not: null } };
  const sessions = await prisma().session.findMany({ where, select: { ipAddress: true }, take: 200 });
  return sessions.some(({ ipAddress }) => ipAddress !== null && addressGroup(ipAddress) === addressGroup(address));
}

async function forgive(from: Attempt, booked: string[], windowStart: Date): Promise<void> {
  const where = { key: { in: booked }, windowStart, failures: { gt: 0 } };
  await prisma().signInFailure.updateMany({ where, data: { failures: { decrement: 1 } } });
  await prisma().signInFailure.deleteMany({ where: { key: accountHere(from) } });
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
