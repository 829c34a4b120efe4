import { decrypt } from '#lib/crypto.ts';
import { execute, query } from '#lib/db.ts';
import { containing } from '#lib/sql.ts';
import { TtlSet } from '#lib/ttl-set.ts';
import type { ChannelCredentials } from './schema.ts';

/** Filters of 4.3 that are set. `email`, `phone` and `name` match case-sensitive substrings, `subscriberId` exactly. */
export interface SubscriberFilters {
  email?: string;
  phone?: string;
  name?: string;
  subscriberId?: string;
}

export type SortColumn = 'id' | 'updated_at';

/** A place in the order of a list: of a row, or where a row was. `updatedAt` only when the list is sorted by it. */
export interface Position {
  id: string;
  updatedAt?: Date;
}

/** One step through the list of an environment: from a position, in a direction. */
export interface Scan {
  environmentId: string;
  filters: SubscriberFilters;
  sort: SortColumn;
  descending: boolean;
  from?: Position;
  /** Whether the row at `from` belongs to the result. */
  inclusive?: boolean;
  limit: number;
}

/** The most that 4.3 counts. */
export const COUNT_CAP = 50_000;

/** Rows a search looks through in list order before it asks the trigram index. */
const PROBE_ROWS = 2_000;

const TIMESTAMP = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const wireTime = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', ${TIMESTAMP})`;

/**
 * The wire form (spec 2.1) of row `s` as JSON text; $1 is the environment, $2 the organization. `sealed` says that a
 * channel holds an encrypted webhook URL, which `openSubscriber` decrypts.
 */
const SUBSCRIBER_JSON = `json_build_object(
  '_id', s.id, '_organizationId', $2::text, '_environmentId', s.environment_id, 'subscriberId', s.subscriber_id,
  'firstName', s.first_name, 'lastName', s.last_name, 'email', s.email, 'phone', s.phone, 'avatar', s.avatar,
  'locale', s.locale, 'timezone', s.timezone, 'data', s.data, 'isOnline', s.is_online,
  'lastOnlineAt', ${wireTime('s.last_online_at')}, 'deleted', false, '__v', s.version,
  'channels', coalesce((
    SELECT json_agg(json_strip_nulls(json_build_object(
      '_id', c.id, '_integrationId', c.integration_id, 'providerId', c.provider_id,
      'integrationIdentifier', c.integration_identifier,
      'credentials', CASE WHEN c.has_device_tokens
        THEN c.credentials || jsonb_build_object('deviceTokens', c.device_tokens) ELSE c.credentials END
    )) ORDER BY c.id) FROM subscriber_channels c WHERE c.environment_id = $1 AND c.subscriber_id = s.id), '[]'),
  'topics', coalesce((
    SELECT json_agg(DISTINCT t.key) FROM topic_subscriptions ts JOIN topics t ON t.environment_id = $1 AND t.id = ts.topic_id
    WHERE ts.environment_id = $1 AND ts.subscriber_id = s.id), '[]'),
  'createdAt', ${wireTime('s.created_at')}, 'updatedAt', ${wireTime('s.updated_at')})`;

const HAS_CHANNELS =
  'EXISTS (SELECT 1 FROM subscriber_channels c WHERE c.environment_id = $1 AND c.subscriber_id = s.id)';

export interface SubscriberRow {
  id: string;
  updated_at: Date;
  json: string;
  has_channels: boolean;
}

/** What every statement that answers with subscribers selects or returns. */
const SUBSCRIBER_ROW = `s.id, s.updated_at, ${SUBSCRIBER_JSON}::text AS json, ${HAS_CHANNELS} AS has_channels`;

interface StoredChannel {
  _id: string;
  providerId: string;
  /** With the webhook URL still encrypted. */
  credentials: ChannelCredentials;
}

/** The JSON text of a row as it goes out: channels with their provider's wire name and readable webhook URLs. */
export function subscriberJson(
  row: SubscriberRow,
  environmentId: string,
  toWireProvider: (id: string) => string,
): string {
  if (!row.has_channels) return row.json;
  const stored = JSON.parse(row.json) as { channels: StoredChannel[] };
  const channels = stored.channels.map(({ _id, ...channel }) => ({
    ...channel,
    providerId: toWireProvider(channel.providerId),
    credentials: openChannelCredentials(channel.credentials, environmentId, _id),
  }));
  return JSON.stringify({ ...stored, channels });
}

/** What a channel's webhook URL is bound to when it is encrypted. */
export function webhookUrlContext(environmentId: string, channelId: string): string {
  return `${environmentId}:${channelId}:webhookUrl`;
}

export function openChannelCredentials(
  stored: ChannelCredentials,
  environmentId: string,
  channelId: string,
): ChannelCredentials {
  if (stored.webhookUrl === undefined) return stored;
  return { ...stored, webhookUrl: decrypt(stored.webhookUrl, webhookUrlContext(environmentId, channelId)) };
}

/** One subscriber by the caller's id. */
export async function findSubscriber(
  environmentId: string,
  organizationId: string,
  subscriberId: string,
): Promise<SubscriberRow | undefined> {
  const rows = await query<SubscriberRow>(
    'subscribers-find',
    `SELECT ${SUBSCRIBER_ROW} FROM subscribers s WHERE s.environment_id = $1 AND s.subscriber_id = $3`,
    [environmentId, organizationId, subscriberId],
  );
  return rows[0];
}

/** What templates may read of a subscriber, named by id or by the caller's id; an id wins. */
export async function findPreviewSubscriber(
  environmentId: string,
  { id, subscriberId }: { id: string | undefined; subscriberId: string | undefined },
): Promise<Record<string, unknown> | undefined> {
  const [row] = await query<{ json: Record<string, unknown> }>(
    'subscribers-find-preview',
    `SELECT json_build_object('subscriberId', s.subscriber_id, 'firstName', s.first_name, 'lastName', s.last_name, 'email', s.email,
       'phone', s.phone, 'avatar', s.avatar, 'locale', s.locale, 'timezone', s.timezone, 'isOnline', s.is_online,
       'lastOnlineAt', ${wireTime('s.last_online_at')}, 'data', coalesce(s.data, '{}')) AS json
     FROM subscribers s WHERE s.environment_id = $1 AND (s.id = $2 OR s.subscriber_id = $3)
     ORDER BY (s.id = $2) DESC NULLS LAST LIMIT 1`,
    [environmentId, id ?? null, subscriberId ?? null],
  );
  return row?.json;
}

/** The columns an upsert can set, by their wire name. */
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

const UPSERT_NAMES = Object.values(UPSERT_COLUMNS).join(', ');
const INSERT_SUBSCRIBER = `INSERT INTO subscribers AS s (environment_id, id, subscriber_id, created_at, updated_at, ${UPSERT_NAMES})
  VALUES ($1, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb)`;

/** Inserts the subscriber; nothing is returned when it exists. `values` are in the order of UPSERT_FIELDS. */
export async function insertSubscriber(insert: SubscriberWrite): Promise<SubscriberRow | undefined> {
  const rows = await query<SubscriberRow>(
    'subscribers-insert',
    `${INSERT_SUBSCRIBER} ON CONFLICT (environment_id, subscriber_id) DO NOTHING RETURNING ${SUBSCRIBER_ROW}`,
    writeValues(insert),
  );
  return rows[0];
}

/** Inserts the subscriber or overwrites the fields named in `given`; the others keep what they hold. */
export async function upsertSubscriber(
  upsert: SubscriberWrite & { given: UpsertField[] },
): Promise<SubscriberRow & { created: boolean }> {
  const assignments = Object.entries(UPSERT_COLUMNS).map(
    ([field, column]) =>
      `${column} = CASE WHEN '${field}' = ANY ($14::text[]) THEN excluded.${column} ELSE s.${column} END`,
  );
  const rows = await query<SubscriberRow & { created: boolean }>(
    'subscribers-upsert',
    `${INSERT_SUBSCRIBER}
     ON CONFLICT (environment_id, subscriber_id) DO UPDATE SET ${assignments.join(', ')},
       version = s.version + 1, updated_at = greatest(excluded.updated_at, s.updated_at)
     RETURNING ${SUBSCRIBER_ROW}, s.id = $3 AS created`,
    [...writeValues(upsert), upsert.given],
  );
  return rows[0] as SubscriberRow & { created: boolean };
}

export interface SubscriberWrite {
  environmentId: string;
  organizationId: string;
  id: string;
  subscriberId: string;
  at: Date;
  values: (string | null)[];
}

function writeValues({ environmentId, organizationId, id, subscriberId, at, values }: SubscriberWrite): unknown[] {
  return [environmentId, organizationId, id, subscriberId, at, ...values];
}

/**
 * The rows of one step through the list, in the order of the scan.
 *
 * A search first looks through the next rows in list order (common terms are found there at once). When that yields
 * too few, it takes the whole set of matches from the trigram index and sorts it; a term with more matches than are
 * counted is searched further in list order instead.
 */
export async function scanSubscribers(scan: Scan, organizationId: string): Promise<SubscriberRow[]> {
  const ids = await scanIds(scan);
  if (ids === 'walk') return walk(scan, organizationId);
  if (ids.length === 0) return [];
  const rows = await query<SubscriberRow>(
    'subscribers-by-ids',
    `SELECT ${SUBSCRIBER_ROW} FROM unnest($3::text[]) WITH ORDINALITY AS wanted (id, position)
     JOIN subscribers s ON s.environment_id = $1 AND s.id = wanted.id ORDER BY wanted.position`,
    [scan.environmentId, organizationId, ids],
  );
  return rows;
}

/** Whether the scan finds any row at all. */
export async function scanFindsAny(scan: Scan): Promise<boolean> {
  const ids = await scanIds({ ...scan, limit: 1 });
  if (ids !== 'walk') return ids.length > 0;
  return (await walkIds({ ...scan, limit: 1 })).length > 0;
}

/** Ids found by a search, or `walk` when reading in list order is the way (no search, or a term without trigrams). */
async function scanIds(scan: Scan): Promise<string[] | 'walk'> {
  if (scan.filters.subscriberId !== undefined) return exactIds(scan);
  const terms = substringTerms(scan.filters);
  if (terms.length === 0 || !terms.some(hasTrigram)) return 'walk';
  const found = await probeIds(scan);
  if (found.length >= scan.limit) return found;
  const isCommon = (await countSubscribers(scan.environmentId, scan.filters)) > COUNT_CAP;
  return isCommon ? 'walk' : trigramIds(scan);
}

async function walk(scan: Scan, organizationId: string): Promise<SubscriberRow[]> {
  const sql = new Statement([scan.environmentId, organizationId]);
  const where = sql.where(scan);
  const limit = sql.value(scan.limit);
  return query(
    `subscribers-walk ${sql.shape(scan)}`,
    `SELECT ${SUBSCRIBER_ROW} FROM subscribers s WHERE ${where} ${orderBy(scan)} LIMIT ${limit}`,
    sql.values,
  );
}

async function walkIds(scan: Scan): Promise<string[]> {
  const sql = new Statement([scan.environmentId]);
  const where = sql.where(scan);
  const limit = sql.value(scan.limit);
  const text = `SELECT s.id FROM subscribers s WHERE ${where} ${orderBy(scan)} LIMIT ${limit}`;
  return ids(query(`subscribers-walk-ids ${sql.shape(scan)}`, text, sql.values));
}

async function exactIds(scan: Scan): Promise<string[]> {
  const sql = new Statement([scan.environmentId]);
  const where = sql.where(scan);
  return ids(
    query(`subscribers-exact ${sql.shape(scan)}`, `SELECT s.id FROM subscribers s WHERE ${where}`, sql.values),
  );
}

async function probeIds(scan: Scan): Promise<string[]> {
  const sql = new Statement([scan.environmentId]);
  const place = sql.place(scan);
  const window = `SELECT s.* FROM subscribers s WHERE s.environment_id = $1${place} ${orderBy(scan)} LIMIT ${PROBE_ROWS}`;
  const filters = sql.filters(scan.filters, false);
  const limit = sql.value(scan.limit);
  const text = `SELECT s.id FROM (${window}) s WHERE true${filters} LIMIT ${limit}`;
  return ids(query(`subscribers-probe ${sql.shape(scan)}`, text, sql.values));
}

async function trigramIds(scan: Scan): Promise<string[]> {
  const sql = new Statement([scan.environmentId]);
  const filters = sql.filters(scan.filters, true);
  const place = sql.place(scan);
  const limit = sql.value(scan.limit);
  // Planned for its very terms: a plan for any term would not know which of two indexes to trust.
  return ids(
    execute(
      `WITH s AS MATERIALIZED (SELECT s.id, s.updated_at FROM subscribers s WHERE s.environment_id = $1${filters})
       SELECT s.id FROM s WHERE true${place} ${orderBy(scan)} LIMIT ${limit}`,
      sql.values,
    ),
  );
}

const beyondCap = new TtlSet(60_000);

/** How many subscribers match, counted up to COUNT_CAP; one more means "more". That it is more is remembered a minute. */
export async function countSubscribers(environmentId: string, filters: SubscriberFilters): Promise<number> {
  const key = JSON.stringify([environmentId, filters.email, filters.phone, filters.name, filters.subscriberId]);
  if (beyondCap.has(key)) return COUNT_CAP + 1;
  const sql = new Statement([environmentId]);
  const conditions = sql.filters(filters, true);
  const text = `SELECT count(*)::int AS count FROM (
    SELECT 1 FROM subscribers s WHERE s.environment_id = $1${conditions} LIMIT ${COUNT_CAP + 1}) s`;
  const isSearch = substringTerms(filters).length > 0;
  const counted = isSearch
    ? execute<{ count: number }>(text, sql.values)
    : query<{ count: number }>(`subscribers-count ${sql.values.length}`, text, sql.values);
  const [row] = await counted;
  const count = row?.count ?? 0;
  if (count > COUNT_CAP) beyondCap.add(key);
  return count;
}

function orderBy({ sort, descending }: Scan): string {
  const direction = descending ? 'DESC' : 'ASC';
  return sort === 'id' ? `ORDER BY s.id ${direction}` : `ORDER BY s.updated_at ${direction}, s.id ${direction}`;
}

async function ids(rows: Promise<{ id: string }[]>): Promise<string[]> {
  return (await rows).map((row) => row.id);
}

/** Collects the conditions of one statement and their values. */
class Statement {
  values: unknown[];

  constructor(values: unknown[]) {
    this.values = values;
  }

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  where(scan: Scan): string {
    return `s.environment_id = $1${this.filters(scan.filters, false)}${this.place(scan)}`;
  }

  /** With `byTrigram` the trigram indexes may find the rows, otherwise the list's own order does. */
  filters({ email, phone, name, subscriberId }: SubscriberFilters, byTrigram: boolean): string {
    let sql = '';
    if (subscriberId !== undefined) sql += ` AND s.subscriber_id = ${this.value(subscriberId)}`;
    for (const [column, term] of Object.entries({ email, phone, name })) {
      if (term === undefined) continue;
      // An expression keeps the index out, which without a trigram would hand over every row of the environment.
      const operand = byTrigram && hasTrigram(term) ? `s.${column}` : `(s.${column} || '')`;
      sql += ` AND ${operand} LIKE ${this.value(containing(term))}`;
    }
    return sql;
  }

  place({ sort, from, descending, inclusive }: Scan): string {
    if (!from) return '';
    const operator = (descending ? '<' : '>') + (inclusive ? '=' : '');
    if (sort === 'id') return ` AND s.id ${operator} ${this.value(from.id)}`;
    return ` AND (s.updated_at, s.id) ${operator} (${this.value(from.updatedAt)}, ${this.value(from.id)})`;
  }

  /** What tells the texts of one kind of statement apart: its name as a prepared statement. */
  shape({ filters, sort, descending, from, inclusive }: Scan): string {
    const set = Object.entries(filters).flatMap(([filter, value]) => (value === undefined ? [] : [filter]));
    return [sort, descending, from !== undefined, inclusive === true, ...set.sort()].join(' ');
  }
}

function substringTerms({ email, phone, name }: SubscriberFilters): string[] {
  return [email, phone, name].filter((term) => term !== undefined);
}

/** Whether the trigram index can narrow a search for `term`: it holds three letters or digits in a row, or two at a word's start. */
function hasTrigram(term: string): boolean {
  return /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u.test(term);
}
