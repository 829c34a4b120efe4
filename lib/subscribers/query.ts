import { decrypt } from '#lib/crypto.ts';
import { query } from '#lib/db.ts';
import type { ChannelCredentials } from './schema.ts';

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

/** What every statement that answers with subscribers selects or returns; $1 is the environment, $2 the organization. */
export const SUBSCRIBER_ROW = `s.id, s.updated_at, ${SUBSCRIBER_JSON}::text AS json, ${HAS_CHANNELS} AS has_channels`;

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
