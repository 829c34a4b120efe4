/** Raw statements, because this is a hot path (spec 4.1): apps register a device or a chat at every start. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { encrypt } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { prisma, query, transaction } from '#lib/postgres/db.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import type { SubscriberChannel } from '#prisma/generated/client.ts';
import { lockSubscriber } from './find.ts';
import { type RestrictedParts, restrictedParts } from './restriction.ts';
import { type ChannelCredentials, MAX_DEVICE_TOKENS, type UpdateCredentialsBody } from './schema.ts';
import { auditSubscriber, requireSubscriber } from './service.ts';
import { openChannelCredentials, type SubscriberRow, webhookUrlContext } from './wire.ts';

/**
 * Stores a subscriber's credentials for one provider account (spec 4.1) and returns the Subscriber as JSON text.
 *
 * Absent fields stay unchanged. Given `deviceTokens` replace the stored ones. The account is the newest active
 * integration of the provider, or the integration that `integrationIdentifier` names. Updates of one subscriber run one
 * after another, so no update is lost.
 *
 * @throws ApiError `not_found` for an unknown subscriber; `bad_request` without such an integration, or with more than
 * 100 device tokens.
 */
export async function updateCredentials(ctx: Ctx, subscriberId: string, body: UpdateCredentialsBody): Promise<string> {
  return auditSubscriber(ctx, subscriberId, 'subscribers.updateCredentials', () =>
    storeCredentials(ctx, subscriberId, body, replacedTokens),
  );
}

/**
 * Stores credentials like `updateCredentials`, but adds given `deviceTokens` to the stored ones.
 * @throws ApiError as `updateCredentials`.
 */
export async function appendCredentials(ctx: Ctx, subscriberId: string, body: UpdateCredentialsBody): Promise<string> {
  return auditSubscriber(ctx, subscriberId, 'subscribers.appendCredentials', () =>
    storeCredentials(ctx, subscriberId, body, addedTokens),
  );
}

/**
 * Deletes a subscriber's credentials for all accounts with a provider.
 * @throws ApiError `not_found` for an unknown subscriber.
 */
export async function deleteCredentials(ctx: Ctx, subscriberId: string, providerId: string): Promise<void> {
  const { environmentId } = ctx;
  await auditSubscriber(ctx, subscriberId, 'subscribers.deleteCredentials', () =>
    transaction(async () => {
      const subscriber = await lockSubscriber(environmentId, subscriberId);
      const where = { environmentId, subscriberId: subscriber, providerId };
      if ((await prisma().subscriberChannel.deleteMany({ where })).count > 0) await touchSubscriber(ctx, subscriber);
      return requireSubscriber(ctx, subscriberId);
    }),
  );
}

/** Computes the device tokens to store from the stored tokens and the given tokens. */
type TokenRule = (stored: string[], given: string[]) => string[];

const replacedTokens: TokenRule = (_, given) => [...new Set(given)];
const addedTokens: TokenRule = (stored, given) => [...new Set([...stored, ...given])];

async function storeCredentials(
  ctx: Ctx,
  subscriberId: string,
  body: UpdateCredentialsBody,
  tokensOf: TokenRule,
): Promise<SubscriberRow> {
  await transaction(async () => {
    const subscriber = await lockSubscriber(ctx.environmentId, subscriberId);
    const integrationId = await findIntegration(ctx, body);
    const stored = await lockChannel(ctx, subscriber, integrationId, body.providerId);
    const next = mergeCredentials(ctx, { stored, body, tokensOf });
    if (stored && sameChannel(next, stored)) return;
    await saveChannel(ctx, { ...next, subscriber, integrationId, providerId: body.providerId, id: stored?.id });
    await touchSubscriber(ctx, subscriber);
  });
  return requireSubscriber(ctx, subscriberId);
}

interface Channel {
  /** The decrypted credentials. */
  credentials: ChannelCredentials;
  deviceTokens: string[] | undefined;
  integrationIdentifier: string | null;
  /** The encrypted webhook URL, if it cannot be decrypted. It stays until another URL is given. */
  unreadableUrl?: string | undefined;
  restricted: RestrictedParts;
}

interface StoredChannel extends Channel {
  id: string;
}

async function findIntegration(
  ctx: Ctx,
  { providerId, integrationIdentifier }: UpdateCredentialsBody,
): Promise<string> {
  const [row] = await query<{ id: string }>(
    'subscribers-credentials-integration',
    `SELECT id FROM integrations
     WHERE environment_id = $1 AND provider_id = $2 AND active AND deleted_at IS NULL AND kind = 'delivery'
       AND ($3::text IS NULL OR identifier = $3)
     ORDER BY id DESC LIMIT 1`,
    [ctx.environmentId, providerId, integrationIdentifier ?? null],
  );
  if (row) return row.id;
  throw new ApiError(
    'bad_request',
    `Subscribers environment (${ctx.environmentId}) do not have active ${toWireName(providerId)} integration.`,
  );
}

/**
 * Reads the row of a chat connection or push device, and locks the row until the end of the transaction. The
 * subscriber's lock is not enough, because workers remove tokens of deleted devices without it.
 */
async function lockChannel(
  { environmentId }: Ctx,
  subscriberId: string,
  integrationId: string,
  providerId: string,
): Promise<StoredChannel | undefined> {
  const [row] = await query<ChannelRow>(
    'subscriber-channels-lock',
    `SELECT id, credentials, device_tokens AS "deviceTokens", has_device_tokens AS "hasDeviceTokens",
       integration_identifier AS "integrationIdentifier", restricted
     FROM subscriber_channels WHERE environment_id = $1 AND subscriber_id = $2 AND provider_id = $3 AND integration_id = $4
     FOR NO KEY UPDATE`,
    [environmentId, subscriberId, providerId, integrationId],
  );
  if (!row) return undefined;
  const { credentials, isUnreadable } = openChannelCredentials(row.credentials, environmentId, row.id);
  return {
    id: row.id,
    credentials,
    unreadableUrl: isUnreadable ? row.credentials.webhookUrl : undefined,
    deviceTokens: row.hasDeviceTokens ? row.deviceTokens : undefined,
    integrationIdentifier: row.integrationIdentifier,
    restricted: row.restricted,
  };
}

type ChannelRow = Pick<SubscriberChannel, 'id' | 'deviceTokens' | 'hasDeviceTokens' | 'integrationIdentifier'> & {
  credentials: ChannelCredentials;
  restricted: RestrictedParts;
};

interface Merge {
  stored: StoredChannel | undefined;
  body: UpdateCredentialsBody;
  tokensOf: TokenRule;
}

function mergeCredentials(ctx: Ctx, { stored, body, tokensOf }: Merge): Channel {
  const { deviceTokens, ...given } = body.credentials;
  // The client sent back the placeholder of a URL that cannot be decrypted.
  if (given.webhookUrl === CANNOT_BE_READ) delete given.webhookUrl;
  const tokens = deviceTokens && tokensOf(stored?.deviceTokens ?? [], deviceTokens);
  if (tokens && tokens.length > MAX_DEVICE_TOKENS) throw tooManyTokens(tokens.length);
  const next = {
    credentials: { ...stored?.credentials, ...definedOnly(given) },
    deviceTokens: tokens ?? stored?.deviceTokens,
    integrationIdentifier: body.integrationIdentifier ?? stored?.integrationIdentifier ?? null,
    unreadableUrl: stored?.unreadableUrl,
  };
  const change = { stored, given: { credentials: given, deviceTokens }, next };
  return {
    ...next,
    restricted: restrictedParts(ctx, change, { restricted: stored?.restricted ?? {}, at: new Date() }),
  };
}

function tooManyTokens(count: number): ApiError {
  return new ApiError(
    'bad_request',
    `Device tokens limit exceeded. Maximum allowed tokens per subscriber channel is ${MAX_DEVICE_TOKENS}, but got ${count} tokens.`,
    { extra: { currentCount: count, limit: MAX_DEVICE_TOKENS } },
  );
}

function definedOnly<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
}

function sameChannel(a: Channel, b: Channel): boolean {
  const comparable = ({ credentials, deviceTokens, integrationIdentifier, restricted }: Channel) => {
    const fields = [credentials, restricted].map((each) => Object.entries(each).sort());
    return JSON.stringify([fields, deviceTokens ?? null, integrationIdentifier]);
  };
  return comparable(a) === comparable(b);
}

async function saveChannel(
  ctx: Ctx,
  channel: Channel & { subscriber: string; integrationId: string; providerId: string; id: string | undefined },
): Promise<void> {
  const at = new Date();
  const id = channel.id ?? newId(at);
  const { webhookUrl, ...open } = channel.credentials;
  const sealedUrl =
    webhookUrl === undefined ? channel.unreadableUrl : encrypt(webhookUrl, webhookUrlContext(ctx.environmentId, id));
  const sealed = { ...open, webhookUrl: sealedUrl };
  await query(
    'subscriber-channels-save',
    `INSERT INTO subscriber_channels (id, environment_id, subscriber_id, integration_id, provider_id,
       integration_identifier, credentials, device_tokens, has_device_tokens, restricted, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::text[], $9, $11::jsonb, $10, $10)
     ON CONFLICT (environment_id, subscriber_id, provider_id, integration_id) DO UPDATE SET
       integration_identifier = excluded.integration_identifier, credentials = excluded.credentials,
       device_tokens = excluded.device_tokens, has_device_tokens = excluded.has_device_tokens, restricted = excluded.restricted,
       updated_at = excluded.updated_at`,
    [
      id,
      ctx.environmentId,
      channel.subscriber,
      channel.integrationId,
      channel.providerId,
      channel.integrationIdentifier,
      JSON.stringify(sealed),
      channel.deviceTokens ?? [],
      channel.deviceTokens !== undefined,
      at,
      JSON.stringify(channel.restricted),
    ],
  );
}

async function touchSubscriber(ctx: Ctx, subscriber: string): Promise<void> {
  await query(
    'subscribers-touch',
    'UPDATE subscribers SET version = version + 1, updated_at = $3 WHERE environment_id = $1 AND id = $2',
    [ctx.environmentId, subscriber, new Date()],
  );
}
