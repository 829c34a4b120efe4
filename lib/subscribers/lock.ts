/** A raw statement: Prisma has no row locks. */
import { query } from '#lib/postgres/db.ts';

/**
 * Locks a subscriber until the end of the transaction, and returns its database id. Holders of this lock run one after
 * another, and the subscriber cannot be deleted meanwhile.
 */
export async function lockSubscriber(environmentId: string, subscriberId: string): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    'subscribers-lock',
    'SELECT id FROM subscribers WHERE environment_id = $1 AND subscriber_id = $2 FOR NO KEY UPDATE',
    [environmentId, subscriberId],
  );
  return row?.id;
}
