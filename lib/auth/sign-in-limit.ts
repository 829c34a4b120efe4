/** A raw statement records a failure, because ON CONFLICT with a condition counts and limits in one step. */
import { ApiError } from '#lib/api/errors.ts';
import { recordRejectedCode, recordRejectedSignIn } from '#lib/audit-log/rejections.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { counted } from '#lib/text/counted.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { addressGroup } from './client-address.ts';

/** The number of failures that are allowed in a time window. */
const LIMITS = {
  /** Failures of an account from one address. Guesses from other addresses therefore do not lock the person out. */
  accountHere: 10,
  /** Failures from an address for all accounts together. */
  address: 50,
  /** Failures of an account from all addresses, except addresses at which the account's user has a session. */
  account: 100,
  /** Wrong codes of an account after a correct password. Three of the 1,000,000 codes are valid at any time. */
  codes: 5,
  /**
   * Wrong codes of an account in a day, after a correct password. With this many, an attacker guesses a code with a
   * probability of 1 in 16,000.
   */
  codesPerDay: 20,
  /** Sign-ins through providers that were started from an address since its last successful sign-in. */
  provider: 50,
} as const;
const WINDOW_MS = 15 * 60_000;

export interface Attempt {
  email: string;
  address: string | undefined;
  requestId: string;
}

/**
 * Runs one sign-in attempt within the limits of its account and its address. Records a failure before checking the
 * password and removes it on success, so that simultaneous attempts cannot exceed the limit. A success also removes the
 * account's earlier failures from the same address. A correct password without the required code counts neither as a
 * success nor as a failure.
 *
 * @throws ApiError 429 with `retry-after` once a limit is reached, whether or not the account exists.
 */
export async function limitSignIn<Result>(from: Attempt, attempt: () => Promise<Result>): Promise<Result> {
  const booked: Booking[] = [];
  try {
    for (const limit of await limitsOf(from)) booked.push(await book(limit, 'sign-ins'));
    const result = await attempt();
    await takeBack(booked);
    await prisma().signInFailure.deleteMany({ where: { key: accountHere(from) } });
    return result;
  } catch (error) {
    if (error instanceof ApiError) await settle(from, booked, error);
    throw error;
  }
}

/** Decides whether a rejected attempt counts as a failure. Rejected codes have their own entry in the audit log. */
async function settle(from: Attempt, booked: Booking[], { code, status }: ApiError): Promise<void> {
  if (code === 'two_step_code_required') return takeBack(booked);
  if (code === 'sign_in_provider_required') await takeBack(booked);
  if (status < 500 && code !== 'two_step_code_rejected') await recordRejectedSignIn(from, status === 429);
}

/**
 * Checks a code after a correct password, within the limits of the account. The limits are stricter than for passwords,
 * because a code has only six digits. At an address where the user has a session, failures are counted separately, so
 * that a stranger who knows the password cannot lock the person out.
 *
 * @throws ApiError 429 with `retry-after` once a limit is reached.
 */
export async function limitCode<Result>(from: Attempt, attempt: () => Promise<Result>): Promise<Result> {
  const key = `code ${(await isKnown(from)) ? accountHere(from) : account(from)}`;
  const booked = [
    await book({ key, limit: LIMITS.codes, windowMs: WINDOW_MS }, 'codes'),
    await book({ key: `${key} day`, limit: LIMITS.codesPerDay, windowMs: DAY_MS }, 'codes'),
  ];
  try {
    const result = await attempt();
    await takeBack(booked);
    return result;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'two_step_code_rejected') await recordRejectedCode(from);
    throw error;
  }
}

/**
 * Counts the start of a sign-in through a provider, to limit sign-ins that are never completed. `settleProviderSignIn`
 * resets the count.
 *
 * @throws ApiError 429 with `retry-after` once the limit of the address is reached.
 */
export async function limitProviderSignIn(address: string | undefined): Promise<void> {
  await book({ key: providerKey(address), limit: LIMITS.provider, windowMs: WINDOW_MS }, 'sign-ins');
}

/** Resets the count of sign-ins that were started from an address. Called after a successful sign-in. */
export async function settleProviderSignIn(address: string | undefined): Promise<void> {
  await prisma().signInFailure.deleteMany({ where: { key: providerKey(address) } });
}

function providerKey(address: string | undefined): string {
  return `provider ${address ? addressGroup(address) : 'unknown'}`;
}

interface Limit {
  key: string;
  /** The number of failures that are allowed in a time window. */
  limit: number;
  windowMs: number;
}

async function limitsOf(from: Attempt): Promise<Limit[]> {
  const limits = [
    ...(from.address ? [{ key: `address:${addressGroup(from.address)}`, limit: LIMITS.address }] : []),
    { key: accountHere(from), limit: LIMITS.accountHere },
    ...((await isKnown(from)) ? [] : [{ key: account(from), limit: LIMITS.account }]),
  ];
  return limits.map((limit) => ({ ...limit, windowMs: WINDOW_MS }));
}

function account({ email }: Attempt): string {
  return `account:${email.toLowerCase()}`;
}

function accountHere(from: Attempt): string {
  return `${account(from)} ${from.address ? addressGroup(from.address) : 'unknown'}`;
}

/** Whether the user has a session at this address. Failures from other addresses then do not block this address. */
async function isKnown({ email, address }: Attempt): Promise<boolean> {
  if (!address) return false;
  const where = { user: { email: email.toLowerCase() }, ipAddress: { not: null } };
  const sessions = await prisma().session.findMany({ where, select: { ipAddress: true }, take: 200 });
  return sessions.some(({ ipAddress }) => ipAddress !== null && addressGroup(ipAddress) === addressGroup(address));
}

interface Booking {
  key: string;
  windowStart: Date;
}

/** Removes failures that were recorded in advance. */
async function takeBack(booked: Booking[]): Promise<void> {
  const where = { OR: booked, failures: { gt: 0 } };
  await prisma().signInFailure.updateMany({ where, data: { failures: { decrement: 1 } } });
}

async function book({ key, limit, windowMs }: Limit, what: string): Promise<Booking> {
  const windowStart = new Date(Math.floor(Date.now() / windowMs) * windowMs);
  const booked = await query<{ failures: number }>(
    'sign-in-failures-book',
    `INSERT INTO sign_in_failures AS f (key, window_start, failures) VALUES ($1, $2, 1)
     ON CONFLICT (key, window_start) DO UPDATE SET failures = f.failures + 1 WHERE f.failures < $3
     RETURNING failures`,
    [key, windowStart, limit],
  );
  if (booked.length > 0) return { key, windowStart };
  const seconds = Math.max(1, Math.ceil((windowStart.getTime() + windowMs - Date.now()) / 1000));
  throw new ApiError('too_many_requests', `Too many failed ${what}: try again in ${waitText(seconds)}`, {
    headers: { 'retry-after': String(seconds) },
  });
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes > 120 ? counted(Math.ceil(minutes / 60), 'hour') : counted(minutes, 'minute');
}
