import type { Ctx } from '#lib/api/context.ts';
import { decryptIfReadable } from '#lib/crypto.ts';
import { timestampText } from '#lib/postgres/sql.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import type { ChannelCredentials } from './schema.ts';

/**
 * The columns of row `s` that every statement for subscribers selects or returns. $1 is the environment. JSON and times are
 * formatted in this process, because that is cheaper than in PostgreSQL.
 */
export const SUBSCRIBER_ROW = `s.id, s.subscriber_id, s.first_name, s.last_name, s.email, s.phone, s.avatar, s.locale, s.timezone,
  s.data::text AS data, s.is_online, s.last_online_at::text AS last_online_at, s.version, s.created_at::text AS created_at,
  s.updated_at::text AS updated_at,
  ARRAY(SELECT json_strip_nulls(json_build_object(
      '_id', c.id, '_integrationId', c.integration_id, 'providerId', c.provider_id,
      'integrationIdentifier', c.integration_identifier,
      'credentials', CASE WHEN c.has_device_tokens
        THEN c.credentials || jsonb_build_object('deviceTokens', c.device_tokens) ELSE c.credentials END
    )) FROM subscriber_channels c WHERE c.environment_id = $1 AND c.subscriber_id = s.id ORDER BY c.id) AS channels,
  ARRAY(SELECT t.key FROM topic_subscriptions ts JOIN topics t ON t.environment_id = $1 AND t.id = ts.topic_id
    WHERE ts.environment_id = $1 AND ts.subscriber_id = s.id) AS topics`;

/** A row with SUBSCRIBER_ROW. Times are in PostgreSQL's text format. */
export interface SubscriberRow {
  id: string;
  subscriber_id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  avatar: string | null;
  locale: string | null;
  timezone: string | null;
  /** The custom data as JSON text. */
  data: string | null;
  is_online: boolean | null;
  last_online_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  channels: StoredChannel[];
  /** Topic keys, one for each subscription. */
  topics: string[];
}

interface StoredChannel {
  _id: string;
  providerId: string;
  /** The webhook URL is still encrypted. */
  credentials: ChannelCredentials;
}

/** Returns the Subscriber (spec 2.1) of a row as JSON text, with wire names of providers and decrypted webhook URLs. */
export function subscriberJson({ environmentId, organizationId }: Ctx, row: SubscriberRow): string {
  const start = JSON.stringify({
    _id: row.id,
    _organizationId: organizationId,
    _environmentId: environmentId,
    subscriberId: row.subscriber_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    avatar: row.avatar,
    locale: row.locale,
    timezone: row.timezone,
    isOnline: row.is_online,
    lastOnlineAt: row.last_online_at && timestampText(row.last_online_at),
    deleted: false,
    __v: row.version,
    channels: row.channels.map((channel) => openChannel(channel, environmentId)),
    topics: [...new Set(row.topics)].sort(),
    createdAt: timestampText(row.created_at),
    updatedAt: timestampText(row.updated_at),
  });
  // `data` is already JSON, so it is inserted unchanged.
  return `${start.slice(0, -1)},"data":${row.data}}`;
}

function openChannel({ _id, ...channel }: StoredChannel, environmentId: string) {
  const { credentials, isUnreadable } = openChannelCredentials(channel.credentials, environmentId, _id);
  return {
    ...channel,
    providerId: toWireName(channel.providerId),
    credentials: isUnreadable ? { ...credentials, webhookUrl: CANNOT_BE_READ } : credentials,
  };
}

/** The encryption context of a channel's webhook URL. */
export function webhookUrlContext(environmentId: string, channelId: string): string {
  return `${environmentId}:${channelId}:webhookUrl`;
}

/** Decrypts the webhook URL of credentials. Omits it if it cannot be decrypted. */
export function openChannelCredentials(
  stored: ChannelCredentials,
  environmentId: string,
  channelId: string,
): { credentials: ChannelCredentials; isUnreadable: boolean } {
  const { webhookUrl: sealed, ...others } = stored;
  if (sealed === undefined) return { credentials: stored, isUnreadable: false };
  const webhookUrl = decryptIfReadable(sealed, webhookUrlContext(environmentId, channelId));
  return webhookUrl === undefined
    ? { credentials: others, isUnreadable: true }
    : { credentials: { ...others, webhookUrl }, isUnreadable: false };
}
