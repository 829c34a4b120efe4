/** Raw statements: spec 4.1 to 4.3 are hot paths, and upserts set only the given columns. */

import { idTime } from '#lib/id.ts';
import { hotQuery, hotTransaction, prisma, readTogether } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { type Addresses, isOtherAddress } from './other-address.ts';
import type { ListedSubscriber } from './schema.ts';
import { SUBSCRIBER_ROW, type SubscriberRow } from './wire.ts';

/** Reads a subscriber by `subscriberId`. */
export async function findSubscriber(environmentId: string, subscriberId: string): Promise<SubscriberRow | undefined> {
  const rows = await readTogether<SubscriberRow>(
    'subscribers-find',
    `SELECT ${SUBSCRIBER_ROW} FROM subscribers s WHERE s.environment_id = $1 AND s.subscriber_id = $2`,
    [environmentId, subscriberId],
  );
  return rows[0];
}

/** The wire fields that come from a subscriber's newest messages. */
export type Recent = Pick<ListedSubscriber, 'lastMessageAt' | 'failingChannels'>;

/** Newest messages read per subscriber. Older failures are not reported. */
const RECENT = 10;

interface RecentMessage {
  subscriber: string;
  id: string;
  channel: Channel;
  status: string;
  email: string | null;
  phone: string | null;
}

/**
 * Reads fields from each subscriber's newest messages, by Subscriber.id. Subscribers without messages are omitted. A channel
 * whose address was changed after the failure is not failing.
 */
export async function findRecent(
  environmentId: string,
  subscribers: readonly ({ id: string } & Addresses)[],
): Promise<Map<string, Recent>> {
  const messages = await hotQuery<RecentMessage>('subscribers-recent-messages', RECENT_MESSAGES, [
    environmentId,
    subscribers.map(({ id }) => id),
  ]);
  const bySubscriber = Map.groupBy(messages, ({ subscriber }) => subscriber);
  const current = new Map(subscribers.map((subscriber) => [subscriber.id, subscriber]));
  return new Map([...bySubscriber].map(([id, ofOne]) => [id, recentOf(ofOne, current.get(id) ?? {})]));
}

/**
 * Newest first. The condition on the subscriber is a range, so that the planner uses the only index with this order.
 * With an equality, the planner may sort all messages of a subscriber, or scan all other messages of a month.
 */
export const RECENT_MESSAGES = `SELECT wanted.id AS subscriber, recent.*
  FROM unnest($2::text[]) AS wanted (id),
  LATERAL (
    SELECT m.id, m.channel, m.status, m.email, m.phone FROM messages m WHERE m.environment_id = $1 AND m.subscriber_id >= wanted.id AND m.subscriber_id <= wanted.id
    ORDER BY m.subscriber_id DESC, m.id DESC LIMIT ${RECENT}) recent
  ORDER BY recent.id DESC`;

/** Ignores warnings, which are not failures of a channel: the address was missing, or another target received the message. */
function recentOf(messages: readonly RecentMessage[], current: Addresses): Recent {
  const [newest] = messages;
  const final = messages.filter(({ status }) => status !== 'warning');
  const byChannel = Map.groupBy(final, ({ channel }) => channel);
  const failing = [...byChannel].flatMap(([channel, [last]]) => {
    const isFailing = last?.status === 'error' && !isOtherAddress(channel, last.email ?? last.phone, current);
    return isFailing ? [channel] : [];
  });
  return {
    ...(newest && { lastMessageAt: idTime(newest.id).toISOString() }),
    ...(failing.length > 0 && { failingChannels: failing }),
  };
}

/** Returns the fields of a subscriber that templates may read. `id` takes precedence over `subscriberId`. */
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
/** The addresses whose restriction is stored (lib/subscribers/restriction.ts). */
const RESTRICTED = ['email', 'phone'] as const;
const INSERT_SUBSCRIBERS = `INSERT INTO subscribers AS s
  (environment_id, id, subscriber_id, created_at, updated_at, ${UPSERT_COLUMN_NAMES.join(', ')},
    ${RESTRICTED.map((column) => `${column}_restricted_at`).join(', ')})`;
const COLUMN_TYPES = UPSERT_COLUMN_NAMES.map((column) => `${column} text`).join(', ');
/** Null means that a field is not given. `SETTLE` then clears fields and sets the time of restrictions. */
const UPSERT_SUBSCRIBERS = `${INSERT_SUBSCRIBERS}
  SELECT $1, w.id, w.subscriber_id, w.at, w.at,
    ${UPSERT_COLUMN_NAMES.map((column) => (column === 'data' ? 'w.data::jsonb' : `w.${column}`)).join(', ')},
    ${RESTRICTED.map((column) => `CASE WHEN w.restricted AND w.${column} IS NOT NULL THEN w.at END`).join(', ')}
  FROM json_to_recordset($2::json) AS w(id text, subscriber_id text, at timestamptz, restricted boolean, ${COLUMN_TYPES})
  ON CONFLICT (environment_id, subscriber_id) DO UPDATE SET
    ${UPSERT_COLUMN_NAMES.map((column) => `${column} = coalesce(excluded.${column}, s.${column})`).join(', ')},
    ${RESTRICTED.map(
      (column) => `${column}_restricted_at = CASE WHEN excluded.${column} IS NULL THEN s.${column}_restricted_at
      WHEN excluded.${column}_restricted_at IS NULL THEN NULL
      WHEN excluded.${column} IS DISTINCT FROM s.${column} THEN excluded.${column}_restricted_at
      ELSE s.${column}_restricted_at END`,
    ).join(', ')},
    version = s.version + 1, updated_at = greatest(excluded.updated_at, s.updated_at)`;

/**
 * Finishes an upsert: clears fields, and sets the start of the restrictions that began with the write to `$3`. Runs in
 * the transaction of the upsert, whose locks exclude other writers.
 */
const SETTLE = `UPDATE subscribers s SET
    ${Object.entries(UPSERT_COLUMNS)
      .map(([field, column]) => `${column} = CASE WHEN '${field}' = ANY (w.cleared) THEN NULL ELSE s.${column} END`)
      .join(', ')},
    ${RESTRICTED.map(
      (column) => `${column}_restricted_at = CASE WHEN '${column}' = ANY (w.cleared) THEN NULL
      WHEN s.${column}_restricted_at = w.since THEN $3 ELSE s.${column}_restricted_at END`,
    ).join(', ')}
  FROM json_to_recordset($2::json) AS w(subscriber_id text, since timestamptz, cleared text[])
  WHERE s.environment_id = $1 AND s.subscriber_id = w.subscriber_id`;

/** Returns the statement with the whole row of each written subscriber. `RETURNING` itself may contain no subquery. */
function returned(write: string): string {
  return `WITH s AS (${write} RETURNING s.*) SELECT ${SUBSCRIBER_ROW} FROM s`;
}

export const UPSERT = returned(UPSERT_SUBSCRIBERS);

/** Inserts the subscriber. Returns undefined if it exists. */
export async function insertSubscriber(
  environmentId: string,
  { id, subscriberId, at, values, isRestricted }: SubscriberWrite,
): Promise<SubscriberRow | undefined> {
  const written = (column: UpsertField) => values[UPSERT_FIELDS.indexOf(column)];
  const restrictedAts = RESTRICTED.map((column) => (isRestricted && written(column) ? at : null));
  const rows = await hotQuery<SubscriberRow>(
    'subscribers-insert',
    returned(`${INSERT_SUBSCRIBERS} VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14)
     ON CONFLICT (environment_id, subscriber_id) DO NOTHING`),
    [environmentId, id, subscriberId, at, ...values, ...restrictedAts],
  );
  return rows[0];
}

/**
 * Inserts subscribers with different `subscriberId`s, or updates the given fields of existing ones.
 *
 * @returns the rows in the same order.
 */
export async function upsertSubscribers(
  environmentId: string,
  writes: readonly SubscriberWrite[],
): Promise<SubscriberRow[]> {
  const needsSecond = writes.some((write) => write.isRestricted || clearedBy(write).length > 0);
  const write = () => upsert(environmentId, writes);
  const written = needsSecond
    ? await hotTransaction(async () => settle(environmentId, writes, await write()))
    : await write();
  return writes.map(({ subscriberId }) => written.get(subscriberId) as SubscriberRow);
}

type Rows = ReadonlyMap<string, SubscriberRow>;

async function upsert(environmentId: string, writes: readonly SubscriberWrite[]): Promise<Rows> {
  // All statements write in the same order, to avoid deadlocks.
  const input = writes.toSorted(bySubscriberId).map(({ id, subscriberId, at, values, isRestricted }) => {
    const columns = UPSERT_COLUMN_NAMES.map((column, index) => [column, values[index]]);
    return { id, subscriber_id: subscriberId, at, restricted: isRestricted, ...Object.fromEntries(columns) };
  });
  return byId(await hotQuery('subscribers-upsert', UPSERT, [environmentId, JSON.stringify(input)]));
}

/**
 * Clears fields that have a value, and sets the start of restrictions. It runs after the rows are locked, because a run
 * that is triggered while an update waits for the lock still reads the earlier address.
 */
async function settle(environmentId: string, writes: readonly SubscriberWrite[], rows: Rows): Promise<Rows> {
  const changes = writes.flatMap((write) => {
    const { subscriberId, at, isRestricted } = write;
    const row = rows.get(subscriberId);
    const cleared = clearedBy(write).filter((field) => row?.[UPSERT_COLUMNS[field]] != null);
    const since = isRestricted ? at : null;
    return cleared.length > 0 || isRestricted ? [{ subscriber_id: subscriberId, since, cleared }] : [];
  });
  if (changes.length === 0) return rows;
  const [clock] = await hotQuery<{ now: Date }>('subscribers-clock', 'SELECT clock_timestamp() AS now');
  const from = Math.max(Number(clock?.now), ...writes.map(({ at }) => at.getTime()));
  const settled = await hotQuery<SubscriberRow>('subscribers-settle', returned(SETTLE), [
    environmentId,
    JSON.stringify(changes),
    new Date(from),
  ]);
  return new Map([...rows, ...byId(settled)]);
}

/** Returns the fields that a write sets to null. */
function clearedBy({ given, values }: SubscriberWrite): UpsertField[] {
  return given.filter((field) => values[UPSERT_FIELDS.indexOf(field)] === null);
}

function byId(rows: SubscriberRow[]): Rows {
  return new Map(rows.map((row) => [row.subscriber_id, row]));
}

/** Compares by the order in which subscribers are locked. */
function bySubscriberId(a: { subscriberId: string }, b: { subscriberId: string }): number {
  return a.subscriberId < b.subscriberId ? -1 : Number(a.subscriberId > b.subscriberId);
}

export interface SubscriberWrite {
  /** Subscriber.id if the subscriber is inserted. */
  id: string;
  subscriberId: string;
  at: Date;
  /** The fields that an update sets. */
  given: readonly UpsertField[];
  /** The values in the order of UPSERT_FIELDS. */
  values: (string | null)[];
  /** Whether the written addresses are restricted (lib/subscribers/restriction.ts). */
  isRestricted: boolean;
}
