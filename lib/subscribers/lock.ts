/** A raw statement: Prisma knows no row locks. */
import { query } from '#lib/db.ts';

/**
 * Internal id of a subscriber; those who take this lock run one after another until the transaction ends, and the subscriber is
 * not deleted meanwhile.
 */
export async function lockSubscriber(environmentId: string, subscriberId: string): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    'subscribers-lock',
    'SELECT id FROM subscribers WHERE environment_id = $1 AND subscriber_id = $2 FOR NO KEY UPDATE',
    [environmentId, subscriberId],
  );
  return row?.id;
}
