import type { Ctx, InboxCtx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { isId } from '#lib/api/wire.ts';
import { recordKeyUse } from '#lib/auth/api-keys.ts';
import { clientAddress } from '#lib/auth/client-address.ts';
import { isSameOrigin } from '#lib/auth/origin.ts';
import { contextKeysOf, contextWrites, saveContexts } from '#lib/contexts/save.ts';
import { newId } from '#lib/id.ts';
import { MAX_SNOOZE_DAYS } from '#lib/inbox/schema.ts';
import { countUnread, markConnected } from '#lib/inbox/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import type { Schedule } from '#lib/preferences/schema.ts';
import { getSchedule, setFirstSchedule } from '#lib/preferences/service.ts';
import { twelveHourSchedule } from '#lib/preferences/twelve-hour.ts';
import { switchOf } from '#lib/providers/credential.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { zoneOf } from '#lib/time/zoned-time.ts';
import type { Environment, Integration, Subscriber } from '#prisma/generated/client.ts';
import { canonicalJson, findProvingKeys, provingKey } from './hmac.ts';
import { limitInboxSessions } from './limit.ts';
import { pageOrigin, requireInboxOrigin } from './origin.ts';
import { isPreview, PREVIEW_MS } from './preview.ts';
import { type CreatedInboxSession, type CreateInboxSessionBody, type InboxContext, SESSION_DAYS } from './schema.ts';
import { ensureReader } from './subscriber.ts';
import { inboxTokenHash, newInboxToken } from './token.ts';

/**
 * Begins the session of a subscriber in an embedded inbox. Creates the subscriber and the contexts that are new. Stored
 * profiles change only with a valid hash, because anyone can read the identifier of the environment in a page.
 *
 * @throws ApiError 400 for an unknown environment, or a required hash that is missing or wrong; 403 for a page of an
 * origin that the environment does not allow; 404 without an active in-app integration; 422 without a subscriber; 429 as
 * `limitInboxSessions`.
 */
export async function createInboxSession(
  body: CreateInboxSessionBody,
  { headers }: Request,
  requestId: string,
): Promise<CreatedInboxSession> {
  const address = clientAddress(headers);
  return limitInboxSessions(address, () => create(body, headers, { requestId, address }));
}

async function create(
  body: CreateInboxSessionBody,
  headers: Headers,
  request: Pick<Ctx, 'requestId' | 'address'>,
): Promise<CreatedInboxSession> {
  const environment = await requireEnvironment(body.applicationIdentifier);
  requireInboxOrigin(environment.inboxOrigins, pageOrigin(headers));
  const { subscriberId = body.subscriberId, ...profile } = body.subscriber ?? {};
  if (subscriberId === undefined) throw fieldError('subscriber.subscriberId', 'SubscriberId is required');
  const integration = await requireIntegration(environment.id);
  const claims = { ...body, subscriberId };
  const isPreviewed = isPreviewOf(environment, claims, headers);
  const isProven = !isPreviewed && (await prove(environment, integration, claims));
  const begun = await transaction(async () => {
    const reader = await ensureReader(environment.id, { subscriberId, ...profile }, isProven);
    const lifetime = isPreviewed ? PREVIEW_MS : SESSION_DAYS * DAY_MS;
    return begin(environment, { ...reader, subscriberId }, body.context, { ...request, lifetime });
  });
  if (!isSameOrigin(headers)) await markConnected(begun.ctx);
  const schedule = await scheduleOf(begun.ctx, body);
  return { data: await sessionData(begun, environment.id, schedule) };
}

interface Begun {
  ctx: InboxCtx;
  token: string;
  timezone: string;
}

async function begin(
  { id: environmentId, organizationId }: Environment,
  { id, subscriberId, timezone }: Pick<Subscriber, 'id' | 'subscriberId' | 'timezone'>,
  context: InboxContext = {},
  { lifetime, ...request }: Pick<Ctx, 'requestId' | 'address'> & { lifetime: number },
): Promise<Begun> {
  const at = new Date();
  await saveContexts(environmentId, contextWrites(context), at, { keepsData: true });
  const contextKeys = contextKeysOf(context);
  const sessionId = newId(at);
  const token = newInboxToken({ environmentId, sessionId });
  const expiresAt = new Date(at.getTime() + lifetime);
  const data = { environmentId, id: sessionId, subscriberId: id, contextKeys, createdAt: at, expiresAt };
  await prisma().inboxSession.create({ data: { ...data, tokenHash: inboxTokenHash(token) } });
  const reader = { subscriberId: id, externalSubscriberId: subscriberId, inboxSessionId: sessionId, contextKeys };
  const ctx: InboxCtx = { organizationId, environmentId, actor: { type: 'subscriber', ...reader }, ...request };
  return { token, timezone: zoneOf(timezone), ctx };
}

async function requireEnvironment(identifier = ''): Promise<Environment> {
  const id = identifier.toLowerCase();
  const environment = isId(id) ? await prisma().environment.findFirst({ where: { id } }) : null;
  if (environment) return environment;
  throw new ApiError('bad_request', 'The application identifier must be the identifier of an environment');
}

/** Returns the integration that delivers in-app messages: the newest active one. */
async function requireIntegration(environmentId: string): Promise<Integration> {
  const integration = await prisma().integration.findFirst({
    where: { environmentId, channel: 'in_app', active: true, deletedAt: null },
    orderBy: { id: 'desc' },
  });
  if (integration) return integration;
  throw new ApiError('not_found', 'The environment has no active in-app integration');
}

type Claims = Pick<CreateInboxSessionBody, 'subscriberHash' | 'contextHash' | 'context'> & { subscriberId: string };

/** Whether a page of this installation begins a preview, which shows the messages without a context. */
function isPreviewOf({ id }: Environment, { subscriberId, subscriberHash, context = {} }: Claims, headers: Headers) {
  if (!subscriberHash || !isSameOrigin(headers) || Object.keys(context).length > 0) return false;
  return isPreview(id, subscriberId, subscriberHash, new Date());
}

/**
 * Returns whether the hash proves who the subscriber is.
 * @throws ApiError `bad_request` if the integration requires hashes, and a hash is missing or wrong.
 */
async function prove(
  { id: environmentId, type }: Environment,
  { credentials }: Integration,
  { subscriberId, subscriberHash, contextHash, context = {} }: Claims,
): Promise<boolean> {
  const isRequired = switchOf(credentials as object as Record<string, unknown>, 'hmac') ?? type === 'production';
  const keys = isRequired || subscriberHash ? await findProvingKeys(environmentId) : [];
  const used = provingKey(keys, subscriberId, subscriberHash ?? undefined);
  if (isRequired && used === undefined) throw unproven('subscriberHash', subscriberHash);
  const hasContext = Object.keys(context).length > 0;
  if (isRequired && hasContext && provingKey(keys, canonicalJson(context), contextHash ?? undefined) === undefined)
    throw unproven('contextHash', contextHash);
  if (used !== undefined) recordKeyUse(used, new Date());
  return used !== undefined;
}

function unproven(field: string, given: string | null | undefined): ApiError {
  const problem = given
    ? 'is wrong: it must be made with a valid API key of the environment with all rights'
    : 'is missing';
  return new ApiError('bad_request', `This environment requires a hash: ${field} ${problem}`);
}

/**
 * Returns the hours that the subscriber chose. Without a choice, stores and returns the default hours that the page
 * sent.
 */
async function scheduleOf(
  ctx: InboxCtx,
  { defaultSchedule: given, context = {} }: CreateInboxSessionBody,
): Promise<Schedule | undefined> {
  const { environmentId, actor } = ctx;
  const { subscriberId, contextKeys } = actor;
  const chosen = await getSchedule({ environmentId, subscriberId, contextKeys });
  if (chosen || !given || Object.keys(given).length === 0) return chosen;
  return setFirstSchedule(ctx, actor.externalSubscriberId, { isEnabled: false, ...given }, context);
}

async function sessionData(
  { token, timezone, ctx: { environmentId, actor } }: Begun,
  applicationIdentifier: string,
  schedule: Schedule | undefined,
): Promise<CreatedInboxSession['data']> {
  const unreadCount = await countUnread(environmentId, actor.subscriberId, actor.contextKeys);
  return {
    token,
    applicationIdentifier,
    unreadCount,
    totalUnreadCount: unreadCount.total,
    removeNovuBranding: true,
    isDevelopmentMode: false,
    maxSnoozeDurationHours: MAX_SNOOZE_DAYS * 24,
    ...(schedule && { schedule: twelveHourSchedule(schedule) }),
    contextKeys: actor.contextKeys,
    timezone,
  };
}
