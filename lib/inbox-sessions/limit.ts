import { ApiError } from '#lib/api/errors.ts';
import { takeOne } from '#lib/api/rate-limit.ts';
import { addressGroup } from '#lib/auth/client-address.ts';

/**
 * The limit of new sessions from one address. It is high because offices share addresses, each page load begins a
 * session, and a page does not retry after a 429.
 */
const ACCEPTED = { capacity: 6_000, rate: 100 };
/** The limit of refused sessions from one address. It does not reduce the limit of new sessions. */
const REFUSED = { capacity: 200, rate: 1 };

/**
 * Begins a session within the limits of the client’s address.
 *
 * @throws ApiError 429 after too many new sessions, or, instead of the error of `begin`, after too many refused
 * sessions.
 */
export async function limitInboxSessions<Result>(
  address: string | undefined,
  begin: () => Promise<Result>,
): Promise<Result> {
  const group = address ? addressGroup(address) : 'unknown';
  await takeOne(`inbox ${group}`, ACCEPTED);
  try {
    return await begin();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await takeOne(`inbox-refused ${group}`, REFUSED);
    throw error;
  }
}
