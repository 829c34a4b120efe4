/**
 * Raw statements: they write many rows at once, with a conditional ON CONFLICT, and read the events of many
 * subscribers.
 */
import type { Bounce, EventKind } from '#lib/delivery-events/kinds.ts';
import { sharedColumn } from '#lib/engine/load/payloads.ts';
import { hotQuery, lock, lockShared } from '#lib/postgres/db.ts';
import { listedForm } from './address.ts';
import { type Cause, isSuppressedChannel, type SuppressedChannel } from './causes.ts';
import { type BouncedOrDelivered, fifthSoftBounce } from './streak.ts';

/** A provider's report about an address. */
export interface AddressReport {
  kind: EventKind;
  bounce: Bounce | null;
  /** The time of the event by the vendor’s clock. */
  occurredAt: Date;
  words: string | null;
  channel: string;
  address: string;
  /** The message, unless it is unknown or deleted. */
  message?: { id: string; notificationId: string; subscriberId: string };
  /** Whether the address belongs to the subscriber. False for a recipient in copy. */
  isOwn: boolean;
  /** Whether the event names the address. If not, the event is about one of the message's recipients. */
  isNamed: boolean;
}

interface Row {
  channel: SuppressedChannel;
  address: string;
  event: Cause;
  since: Date;
  words: string | null;
  messageId: string | null;
  notificationId: string | null;
}

/**
 * Suppresses the addresses that hard bounced, complained, or bounced softly for five messages in a row. Must run in the
 * transaction that records the events. The list follows from all events, so their order and repetition change nothing:
 *
 * - A complaint takes precedence over a hard bounce, and a hard bounce over soft ones. Of equal causes, the earliest
 *   stays.
 * - Addresses that a person added stay unchanged.
 * - Events from before a person removed the address change nothing.
 * - A late report of a delivery ends the suppression by five soft bounces if it shows that they were not in a row.
 */
export async function suppressAddresses(environmentId: string, all: readonly AddressReport[]): Promise<void> {
  const reports = all.flatMap(listed);
  const certain = await withoutCopies(environmentId, reports.filter(isCertain));
  const ends = reports.filter(({ isOwn, kind }) => isOwn && (kind === 'delivered' || kind === 'bounced'));
  const isSoft = ends.some(({ bounce }) => bounce === 'soft');
  if (certain.length === 0 && ends.length === 0) return;
  // Without the lock, two workers that each store a part of one streak would miss the other part.
  if (certain.length > 0 || isSoft) await lockSuppressions(environmentId);
  else await lockShared(nameOfLock(environmentId));
  const soft = await softBounced(environmentId, ends);
  const rows = [...certain.map(rowOf), ...soft];
  if (rows.length === 0) return;
  const removals = await removedAt(environmentId, rows);
  const later = rows.filter((row) => !(row.since <= (removals.get(keyOf(row)) ?? NEVER)));
  if (later.length > 0) await insert(environmentId, [...Map.groupBy(later, keyOf).values()].flatMap(strongest));
}

/** Lets one writer at a time change the suppressions of an environment. */
export function lockSuppressions(environmentId: string): Promise<void> {
  return lock(nameOfLock(environmentId));
}

const nameOfLock = (environmentId: string) => `suppressions:${environmentId}`;
const NEVER = new Date(0);

type Listed = AddressReport & { channel: SuppressedChannel };

function listed({ channel, ...report }: AddressReport): Listed[] {
  if (!isSuppressedChannel(channel)) return [];
  const address = listedForm(channel, report.address);
  return address === '' ? [] : [{ ...report, channel, address }];
}

function isCertain({ kind, bounce }: Listed): boolean {
  return kind === 'complained' || (kind === 'bounced' && bounce === 'hard');
}

/**
 * Omits events that name no address if the message had recipients in copy, because the event may be about one of them.
 */
async function withoutCopies(environmentId: string, reports: readonly Listed[]): Promise<readonly Listed[]> {
  const unclear = reports.flatMap(({ isNamed, message }) => (isNamed || !message ? [] : message.notificationId));
  if (unclear.length === 0) return reports;
  const rows = await hotQuery<{ id: string }>('suppressions-copies', COPIES, [environmentId, [...new Set(unclear)]]);
  const copied = new Set(rows.map(({ id }) => id));
  return reports.filter(({ isNamed, message }) => isNamed || !message || !copied.has(message.notificationId));
}

const COPIES = `SELECT n.id FROM notifications n WHERE n.environment_id = $1 AND n.id = ANY ($2::text[])
  AND ${sharedColumn('n', 'overrides')}::text ~ '"(cc|bcc)"'`;

function rowOf({ kind, channel, address, occurredAt, words, message }: Listed): Row {
  return {
    ...{ channel, address, words, since: occurredAt },
    event: kind === 'complained' ? 'complained' : 'bounced',
    messageId: message?.id ?? null,
    notificationId: message?.notificationId ?? null,
  };
}

/**
 * Returns rows for the addresses with five soft bounces in a row, and ends the suppression of addresses with fewer.
 * Addresses without a soft bounce among the reports are read only if they are suppressed.
 */
async function softBounced(environmentId: string, ends: readonly Listed[]): Promise<Row[]> {
  const suppressed = await softlySuppressed(environmentId, ends);
  const concerned = ends.filter((report) => report.bounce === 'soft' || suppressed.has(keyOf(report)));
  const subscribers = [...new Set(concerned.flatMap(({ message }) => message?.subscriberId ?? []))];
  if (subscribers.length === 0) return [];
  const keys = new Set(concerned.map(keyOf));
  const events = Map.groupBy(await eventsOf(environmentId, subscribers), keyOf);
  const removals = await removedAt(environmentId, concerned);
  const found = [...keys].map((key) => {
    const since = removals.get(key) ?? NEVER;
    return { key, fifth: fifthSoftBounce((events.get(key) ?? []).filter(({ occurredAt }) => occurredAt > since)) };
  });
  const ended = found.flatMap(({ key, fifth }) => (fifth ? [] : (suppressed.get(key) ?? [])));
  if (ended.length > 0) await hotQuery('suppressions-soft-end', END_SOFT, [environmentId, ...columnsOf(ended)]);
  return found.flatMap(({ fifth }) =>
    fifth ? { ...fifth, event: 'soft_bounced' as const, since: fifth.occurredAt } : [],
  );
}

/** The key of an address: its channel and its listed form. */
function keyOf({ channel, address }: Place): string {
  return `${channel} ${address}`;
}

interface Place {
  channel: string;
  address: string;
}

const columnsOf = (places: readonly Place[]) => [
  places.map(({ channel }) => channel),
  places.map(({ address }) => address),
];

async function softlySuppressed(
  environmentId: string,
  reports: readonly Listed[],
): Promise<ReadonlyMap<string, Place>> {
  const rows = await hotQuery<Place & Record<string, unknown>>('suppressions-soft', SOFT, [
    environmentId,
    [...new Set(reports.map(({ address }) => address))],
  ]);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

const SOFT = `SELECT channel, address FROM suppressions
  WHERE environment_id = $1 AND channel IN ('email', 'sms') AND address = ANY ($2::text[]) AND event = 'soft_bounced'`;

const END_SOFT = `DELETE FROM suppressions s USING unnest($2::text[], $3::text[]) AS r (channel, address)
  WHERE s.environment_id = $1 AND s.channel = r.channel AND s.address = r.address AND s.event = 'soft_bounced'`;

/** The number of newest messages to a subscriber that are read. Older messages do not count. */
const MAX_MESSAGES = 100;

interface StreakEvent extends BouncedOrDelivered {
  channel: SuppressedChannel;
  address: string;
  words: string | null;
  notificationId: string;
}

/** Reads the events of the newest messages to each subscriber. Events about copies are left out. */
async function eventsOf(environmentId: string, subscriberIds: readonly string[]): Promise<StreakEvent[]> {
  const rows = await hotQuery<StreakEvent & Record<string, unknown>>('suppressions-streaks', STREAKS, [
    environmentId,
    subscriberIds,
  ]);
  return rows.map((row) => ({ ...row, address: listedForm(row.channel, row.address) }));
}

const STREAKS = `SELECT e.id, e.kind, e.bounce, e.occurred_at AS "occurredAt", e.words, m.id AS "messageId",
    m.notification_id AS "notificationId", m.channel, coalesce(CASE m.channel WHEN 'email' THEN m.email ELSE m.phone END, '') AS address
  FROM unnest($2::text[]) AS s (id)
  CROSS JOIN LATERAL (SELECT own.id, own.notification_id, own.channel, own.email, own.phone FROM messages own
    WHERE own.environment_id = $1 AND own.subscriber_id = s.id AND own.channel IN ('email', 'sms')
    ORDER BY own.id DESC LIMIT ${MAX_MESSAGES}) AS m
  JOIN delivery_events e ON e.environment_id = $1 AND e.message_id = m.id
  WHERE e.kind IN ('bounced', 'delivered') AND NOT e.of_copy`;

/** Returns when persons removed the addresses from the list. */
async function removedAt(environmentId: string, rows: readonly Place[]): Promise<ReadonlyMap<string, Date>> {
  const removals = await hotQuery<Place & { removedAt: Date } & Record<string, unknown>>(
    'suppressions-removed',
    `SELECT channel, address, removed_at AS "removedAt" FROM suppression_removals
     WHERE environment_id = $1 AND channel IN ('email', 'sms') AND address = ANY ($2::text[])`,
    [environmentId, [...new Set(rows.map(({ address }) => address))]],
  );
  return new Map(removals.map((removal) => [keyOf(removal), removal.removedAt]));
}

const RANKS = ['soft_bounced', 'bounced', 'complained'] as const satisfies readonly Cause[];

/** Returns the strongest row, because a statement must not change a row twice. */
function strongest(rows: readonly Row[]): Row[] {
  const rank = ({ event }: Row) => (RANKS as readonly Cause[]).indexOf(event);
  return [...rows].sort((a, b) => rank(b) - rank(a) || a.since.getTime() - b.since.getTime()).slice(0, 1);
}

async function insert(environmentId: string, rows: readonly Row[]): Promise<void> {
  await hotQuery('suppressions-fill', INSERT, [environmentId, JSON.stringify(rows)]);
}

const rankIn = (table: string) => `array_position(ARRAY['${RANKS.join("', '")}'], ${table}.event)`;

const INSERT = `
INSERT INTO suppressions (environment_id, channel, address, event, created_at, words, message_id, notification_id)
SELECT $1, r.channel, r.address, r.event, r.since, r.words, r."messageId", r."notificationId"
FROM jsonb_to_recordset($2::jsonb) AS r (channel text, address text, event text, since timestamptz, words text, "messageId" text,
  "notificationId" text)
ON CONFLICT (environment_id, channel, address) DO UPDATE SET event = excluded.event, created_at = excluded.created_at,
  words = excluded.words, message_id = excluded.message_id, notification_id = excluded.notification_id
WHERE suppressions.event <> 'added' AND (${rankIn('excluded')} > ${rankIn('suppressions')}
  OR (suppressions.event = excluded.event AND excluded.created_at < suppressions.created_at))`;
