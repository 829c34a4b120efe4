import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { encrypt } from '#lib/crypto.ts';
import { json, prisma, transaction } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { lockSubscriber } from './lock.ts';
import { type ChannelCredentials, MAX_DEVICE_TOKENS, type UpdateCredentialsBody } from './schema.ts';
import { auditSubscriber, getSubscriber, subscriberNotFound } from './service.ts';
import { openChannelCredentials, webhookUrlContext } from './wire.ts';

/**
 * Spec 4.1: stores a subscriber's credentials at one provider account and returns the Subscriber as JSON text.
 *
 * Fields that are absent keep what is stored; `deviceTokens`, when given, replace the stored ones. The account is the
 * newest active integration of the provider, or the one that `integrationIdentifier` names. Updates of one subscriber
 * run one after another, so none is lost.
 *
 * @throws ApiError `not_found` for an unknown subscriber; `bad_request` without such an integration, or with more than
 * 100 device tokens.
 */
export async function updateCredentials(ctx: Ctx, subscriberId: string, body: UpdateCredentialsBody): Promise<string> {
  return auditSubscriber(ctx, subscriberId, 'subscribers.updateCredentials', () =>
    storeCredentials(ctx, subscriberId, body),
  );
}

async function storeCredentials(ctx: Ctx, subscriberId: string, body: UpdateCredentialsBody): Promise<string> {
  await transaction(async () => {
    const subscriber = (await lockSubscriber(ctx.environmentId, subscriberId)) ?? subscriberNotFound(subscriberId);
    const integrationId = await findIntegration(ctx, body);
    const stored = await findChannel(ctx, subscriber, integrationId, body.providerId);
    const next = mergeCredentials(stored, body);
    if (stored && sameChannel(next, stored)) return;
    await saveChannel(ctx, { ...next, subscriber, integrationId, providerId: body.providerId, id: stored?.id });
    await touchSubscriber(ctx, subscriber);
  });
  return getSubscriber(ctx, subscriberId);
}

interface Channel {
  /** Plain. */
  credentials: ChannelCredentials;
  deviceTokens: string[] | undefined;
  integrationIdentifier: string | null;
}

interface StoredChannel extends Channel {
  id: string;
}

async function findIntegration(
  ctx: Ctx,
  { providerId, integrationIdentifier }: UpdateCredentialsBody,
): Promise<string> {
  const usable = { environmentId: ctx.environmentId, providerId, active: true, deletedAt: null, kind: 'delivery' };
  const where = { ...usable, ...(integrationIdentifier !== undefined && { identifier: integrationIdentifier }) };
  const row = await prisma().integration.findFirst({ where, orderBy: { id: 'desc' }, select: { id: true } });
  if (row) return row.id;
  throw new ApiError(
    'bad_request',
    `Subscribers environment (${ctx.environmentId}) do not have active ${toWireName(providerId)} integration.`,
  );
}

async function findChannel(
  { environmentId }: Ctx,
  subscriberId: string,
  integrationId: string,
  providerId: string,
): Promise<StoredChannel | undefined> {
  const where = { environmentId, subscriberId, providerId, integrationId };
  const row = await prisma().subscriberChannel.findFirst({ where });
  if (!row) return undefined;
  return {
    id: row.id,
    credentials: openChannelCredentials(row.credentials as ChannelCredentials, environmentId, row.id),
    deviceTokens: row.hasDeviceTokens ? row.deviceTokens : undefined,
    integrationIdentifier: row.integrationIdentifier,
  };
}

function mergeCredentials(stored: StoredChannel | undefined, body: UpdateCredentialsBody): Channel {
  const { deviceTokens, ...given } = body.credentials;
  const tokens = deviceTokens && [...new Set(deviceTokens)];
  if (tokens && tokens.length > MAX_DEVICE_TOKENS) throw tooManyTokens(tokens.length);
  return {
    credentials: { ...stored?.credentials, ...definedOnly(given) },
    deviceTokens: tokens ?? stored?.deviceTokens,
    integrationIdentifier: body.integrationIdentifier ?? stored?.integrationIdentifier ?? null,
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
  const comparable = ({ credentials, deviceTokens, integrationIdentifier }: Channel) =>
    JSON.stringify([Object.entries(credentials).sort(), deviceTokens ?? null, integrationIdentifier]);
  return comparable(a) === comparable(b);
}

async function saveChannel(
  ctx: Ctx,
  channel: Channel & { subscriber: string; integrationId: string; providerId: string; id: string | undefined },
): Promise<void> {
  const at = new Date();
  const id = channel.id ?? newId(at);
  const { webhookUrl, ...open } = channel.credentials;
  const sealed =
    webhookUrl === undefined
      ? open
      : { ...open, webhookUrl: encrypt(webhookUrl, webhookUrlContext(ctx.environmentId, id)) };
  const data = {
    integrationIdentifier: channel.integrationIdentifier,
    credentials: json(sealed),
    deviceTokens: channel.deviceTokens ?? [],
    hasDeviceTokens: channel.deviceTokens !== undefined,
    updatedAt: at,
  };
  const { environmentId } = ctx;
  const { subscriber: subscriberId, integrationId, providerId } = channel;
  const made = { environmentId, id, subscriberId, integrationId, providerId, createdAt: at };
  if (channel.id === undefined) await prisma().subscriberChannel.create({ data: { ...made, ...data } });
  else await prisma().subscriberChannel.updateMany({ where: { environmentId, id }, data });
}

async function touchSubscriber({ environmentId }: Ctx, id: string): Promise<void> {
  const data = { version: { increment: 1 }, updatedAt: new Date() };
  await prisma().subscriber.updateMany({ where: { environmentId, id }, data });
}
