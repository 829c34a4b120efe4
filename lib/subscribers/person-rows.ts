/** A raw statement: it must use the index by subscriber, at any number of rows. */
import { execute } from '#lib/postgres/db.ts';

interface Read {
  environmentId: string;
  /** Each Subscriber.id of the person, including deleted subscribers. */
  ids: readonly string[];
  /** The ID of the last row that was read. */
  after: string | null;
  limit: number;
}

/**
 * Returns the IDs of the oldest runs or messages of a person after a position. The range for each subscriber and the
 * order by subscriber make the planner use the index by subscriber, and stop after the batch.
 */
export async function oldestIds(
  table: 'notifications' | 'messages',
  { environmentId, ids, after, limit }: Read,
): Promise<string[]> {
  const rows = await execute<{ id: string }>(
    `SELECT r.id FROM unnest($2::text[]) AS person (id) CROSS JOIN LATERAL (
       SELECT t.id FROM ${table} t
       WHERE t.environment_id = $1 AND t.subscriber_id >= person.id AND t.subscriber_id <= person.id AND t.id > $3
       ORDER BY t.subscriber_id, t.id LIMIT $4) AS r
     ORDER BY r.id LIMIT $4`,
    [environmentId, ids, after ?? '', limit],
  );
  return rows.map(({ id }) => id);
}
