/**
 * Raw statements: the hot paths 4.1 to 4.3 answer with JSON built in SQL, and upserts name the columns that they set.
 */
import { prisma, query, readTogether } from '#lib/db.ts';
import { idTime } from '#lib/id.ts';
import { SUBSCRIBER_ROW, type SubscriberRow } from './wire.ts';

/** One subscriber by `subscriberId`. */
export async function findSubscriber(environmentId: string, subscriberId: string): Promise<SubscriberRow | undefined> {
  const rows = await readTogether<SubscriberRow>(
    'subscribers-find',
    `SELECT ${SUBSCRIBER_ROW} FROM subscribers s WHERE s.environment_id = $1 AND s.subscriber_id = $2`,
    [environmentId, subscriberId],
  );
  return rows[0];
}

/**
 * When the newest message to each of the subscribers was made, by Subscriber.id; without those who have none. One entry
 * of the index by subscriber is read for each, and its id says the time, so the rows themselves are not read.
 */
export async function findLastMessages(
  environmentId: string,
  subscribers: readonly { id: string }[],
): Promise<Map<string, Date>> {
  const rows = await query<{ id: string; message: string | null }>('subscribers-last-messages', LAST_MESSAGES, [
    environmentId,
    subscribers.map(({ id }) => id),
  ]);
  return new Map(rows.flatMap(({ id, message }) => (message === null ? [] : [[id, idTime(message)]])));
}

export const LAST_MESSAGES = `SELECT wanted.id,
    (SELECT m.id FROM messages m WHERE m.environment_id = $1 AND m.subscriber_id = wanted.id
     ORDER BY m.id DESC LIMIT 1) AS message
  FROM unnest($2::text[]) AS wanted (id)`;

/** What templates may read of a subscriber, found by id or by `subscriberId`; an id wins. */
export async function findPreviewSubscriber(
  environmentId: string,
  { id, subscriberId }: { id: string | undefined; subscriberId: string | undefined },
): Promise<Record<string, unknown> | undefined> {
  const found =
    (id !== undefined && (await prisma().subscriber.findFirst({ where: { environmentId, id } }))) ||
    (subscriberId !== undefined && (await prisma().subscriber.findFirst({ where: { environmentId, subscriberId } })));
  if (!found) return undefined;
  const { firstName, lastName, email, phone, avatar, locale, timezone, isOnline, lastOnlineAt, data } = found;
  return {
    subscriberId: found.subscriberId,
    ...{ firstName, lastName, email, phone, avatar, locale, timezone, isOnline },
    lastOnlineAt: lastOnlineAt?.toISOString() ?? null,
    data: data ?? {},
  };
}

/** The columns that an upsert can set, by their wire name. */
const UPSERT_COLUMNS = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  avatar: 'avatar',
  locale: 'locale',
  timezone: 'timezone',
  data: 'data',
} as const;

export type UpsertField = keyof typeof UPSERT_COLUMNS;
export const UPSERT_FIELDS = Object.keys(UPSERT_COLUMNS) as UpsertField[];

const UPSERT_COLUMN_NAMES = Object.values(UPSERT_COLUMNS);
const INSERT_SUBSCRIBERS = `INSERT INTO subscribers AS s
  (environment_id, id, subscriber_id, created_at, updated_at, ${UPSERT_COLUMN_NAMES.join(', ')})`;
const UPSERT_SUBSCRIBERS = `${INSERT_SUBSCRIBERS}
  SELECT $1, w.id, w.subscriber_id, w.at, w.at,
    ${UPSERT_COLUMN_NAMES.map((column) => (column === 'data' ? 'w.data::jsonb' : `w.${column}`)).join(', ')}
  FROM json_to_recordset($2::json) AS w(id text, subscriber_id text, at timestamptz, ${UPSERT_COLUMN_NAMES.map((column) => `${column} text`).join(', ')})
  ON CONFLICT (environment_id, subscriber_id) DO UPDATE SET
    ${Object.entries(UPSERT_COLUMNS)
      .map(
        ([field, column]) =>
          `${column} = CASE WHEN '${field}' = ANY ($3::text[]) THEN excluded.${column} ELSE s.${column} END`,
      )
      .join(', ')},
    version = s.version + 1, updated_at = greatest(excluded.updated_at, s.updated_at)
  RETURNING ${SUBSCRIBER_ROW}`;

/** Inserts the subscriber. Returns nothing when it exists. */
export async function insertSubscriber(
  environmentId: string,
  { id, subscriberId, at, values }: SubscriberWrite,
): Promise<SubscriberRow | undefined> {
  const rows = await query<SubscriberRow>(
    'subscribers-insert',
    `${INSERT_SUBSCRIBERS} VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb)
     ON CONFLICT (environment_id, subscriber_id) DO NOTHING RETURNING ${SUBSCRIBER_ROW}`,
    [environmentId, id, subscriberId, at, ...values],
  );
  return rows[0];
}

/**
 * Inserts subscribers with different `subscriberId`s, or overwrites the fields named in `given` and keeps the others.
 *
 * @returns the rows in the same order.
 */
export async function upsertSubscribers(
  environmentId: string,
  given: readonly UpsertField[],
  writes: readonly SubscriberWrite[],
): Promise<SubscriberRow[]> {
  // One order for all statements, to avoid deadlocks.
  const input = writes.toSorted(bySubscriberId).map(({ id, subscriberId, at, values }) => {
    const columns = UPSERT_COLUMN_NAMES.map((column, index) => [column, values[index]]);
    return { id, subscriber_id: subscriberId, at, ...Object.fromEntries(columns) };
  });
  const rows = await query<SubscriberRow>('subscribers-upsert', UPSERT_SUBSCRIBERS, [
    environmentId,
    JSON.stringify(input),
    given,
  ]);
  const written = new Map(rows.map((row) => [row.subscriber_id, row]));
  return writes.map(({ subscriberId }) => written.get(subscriberId) as SubscriberRow);
}

/** The order in which subscribers are locked. */
export function bySubscriberId(a: { subscriberId: string }, b: { subscriberId: string }): number {
  return a.subscriberId < b.subscriberId ? -1 : Number(a.subscriberId > b.subscriberId);
}

export interface SubscriberWrite {
  /** Of the subscriber when it is inserted. */
  id: string;
  subscriberId: string;
  at: Date;
  /** In the order of UPSERT_FIELDS. */
  values: (string | null)[];
}
