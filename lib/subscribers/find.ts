/** Finds subscribers by `subscriberId`. Raw statements: Prisma has no row locks and no UNION. */
import { ApiError } from '#lib/api/errors.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import type { Subscriber } from '#prisma/generated/client.ts';

/** Returns Subscriber.id by `subscriberId`. Unknown subscribers are omitted. */
export async function findSubscriberIds(
  environmentId: string,
  subscriberIds: readonly string[],
): Promise<Map<string, string>> {
  if (subscriberIds.length === 0) return new Map();
  const where = { environmentId, subscriberId: { in: [...new Set(subscriberIds)] } };
  const rows = await prisma().subscriber.findMany({ where, select: { id: true, subscriberId: true } });
  return new Map(rows.map((row) => [row.subscriberId, row.id]));
}

/** Returns Subscriber.id by `subscriberId`. Undefined if there is no such subscriber. */
export async function findSubscriberId(environmentId: string, subscriberId: string): Promise<string | undefined> {
  return (await findSubscriberIds(environmentId, [subscriberId])).get(subscriberId);
}

/**
 * Returns Subscriber.id by `subscriberId`.
 * @throws ApiError `not_found`.
 */
export async function requireSubscriberId(environmentId: string, subscriberId: string): Promise<string> {
  return (await findSubscriberId(environmentId, subscriberId)) ?? subscriberNotFound(subscriberId);
}

/** Reads a subscriber by `subscriberId`. @throws ApiError `not_found`. */
export async function requireSubscriber(environmentId: string, subscriberId: string): Promise<Subscriber> {
  const row = await prisma().subscriber.findFirst({ where: { environmentId, subscriberId } });
  return row ?? subscriberNotFound(subscriberId);
}

/**
 * Locks a subscriber until the end of the transaction. Holders of this lock run one after another, and no one can delete
 * the subscriber until then.
 *
 * @returns Subscriber.id
 * @throws ApiError `not_found`.
 */
export async function lockSubscriber(environmentId: string, subscriberId: string): Promise<string> {
  const [row] = await query<{ id: string }>(
    'subscribers-lock',
    'SELECT id FROM subscribers WHERE environment_id = $1 AND subscriber_id = $2 FOR NO KEY UPDATE',
    [environmentId, subscriberId],
  );
  return row?.id ?? subscriberNotFound(subscriberId);
}

/** Returns the IDs of all subscribers with this `subscriberId`, including deleted ones. */
export async function findAllHolders(environmentId: string, subscriberId: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    'subscribers-holders',
    `SELECT id FROM subscribers WHERE environment_id = $1 AND subscriber_id = $2
     UNION SELECT id FROM deleted_subscribers WHERE environment_id = $1 AND subscriber_id = $2`,
    [environmentId, subscriberId],
  );
  return rows.map((row) => row.id);
}

/** Reports an unknown subscriber. @throws ApiError `not_found`. */
export function subscriberNotFound(subscriberId: string): never {
  throw new ApiError('not_found', `Subscriber with id: ${subscriberId} is not found`);
}
