import { ApiError } from '#lib/api/errors.ts';
import { takeOne } from '#lib/api/rate-limit.ts';
import { addressGroup } from '#lib/auth/client-address.ts';

/** Sessions of one address. Offices share addresses, each page load begins a session, and for a page, one 429 is final. */
const ACCEPTED = { capacity: 6_000, rate: 100 };
/** Refused sessions of one address. They never count against accepted ones. */
const REFUSED = { capacity: 200, rate: 1 };

/**
 * Runs the beginning of a session under the limits of the client’s address.
 *
 * @throws ApiError 429 over the ceiling of all sessions, or instead of a refusal if there were too many.
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
