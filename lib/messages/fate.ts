/**
 * Fetches the fate of a message from its provider: for deployments that no provider can reach, and for an immediate
 * result.
 */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { TokenLeases } from '#lib/api/token-leases.ts';
import { audit } from '#lib/audit-log/service.ts';
import { recordFetched } from '#lib/delivery-events/fetched.ts';
import { EVENT_KINDS, eventLabel } from '#lib/delivery-events/kinds.ts';
import { findIntegration, type IntegrationRow } from '#lib/integrations/query.ts';
import { type Sender, type ThroughResult, through } from '#lib/integrations/through.ts';
import { withheldRuns } from '#lib/notifications/withheld.ts';
import { within } from '#lib/outbound/within.ts';
import { hotTransaction } from '#lib/postgres/db.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { fetchFate } from '#lib/providers/deliver.ts';
import type { VendorEvent } from '#lib/providers/events/event-source.ts';
import type { AcceptedMessage, Fate } from '#lib/providers/events/fate.ts';
import type { ProviderErrorKind } from '#lib/providers/http/error-kinds.ts';
import type { DeliveryChannel } from '#lib/providers/message.ts';
import { loadProvider } from '#lib/providers/registry.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import { removeGoneDevice } from '#lib/subscribers/gone-device.ts';
import { counted } from '#lib/text/counted.ts';
import type { Message as MessageRow } from '#prisma/generated/client.ts';
import { requireMessage } from './kept.ts';
import type { FetchedFate, Message } from './schema.ts';

/**
 * Fetches the fate of a message, and stores it as if the provider had pushed it. A failure of the provider is also a
 * result. Holds no database connection while waiting. The provider’s words are withheld from callers who may not see
 * sensitive content.
 *
 * @throws ApiError `not_found`; `unprocessable` with the reason if the fate cannot be fetched; `too_many_requests`
 * within ten seconds of the last call for the message.
 */
export async function fetchMessageFate(ctx: Ctx, messageId: string): Promise<FetchedFate> {
  const row = await requireMessage(ctx, messageId);
  const request = await requestFor(ctx, row);
  if (typeof request === 'string') throw new ApiError('unprocessable', request);
  await assertPause(ctx, messageId);
  const fetchedAt = new Date();
  let fate: Fate | undefined;
  const result = await through(request.sender, async (account, tools) => {
    fate = await fetchFate(account, request.message, { ...tools, outbound: within(TIMEOUT_MS, tools.outbound) });
    return { message: '' };
  });
  const { environmentId } = ctx;
  const { id: integrationId } = request.sender;
  const events = inOrder(fate?.events ?? []);
  const isWithheld = (await withheldRuns(ctx, [row.workflowId]))(row.workflowId, row.notificationId);
  const outcome = fate ? (fate.isKnown ? 'found' : 'unknown') : 'failed';
  const isNew = await hotTransaction(async () => {
    const after = { integrationId, outcome, ...(fate?.state !== undefined && { state: fate.state }) };
    await audit(ctx, { action: 'messages.fetchFate', resourceType: 'messages', resourceId: messageId, after });
    if (fate?.isDeviceGone) await removeGoneDevice(deviceOf(row), fetchedAt);
    return recordFetched({ environmentId, integrationId }, messageId, events, fetchedAt);
  });
  return {
    outcome,
    message: fate ? textOf(request.provider, fate, events) : failureText(request.provider, result, isWithheld),
    ...(fate?.state !== undefined && { state: fate.state }),
    events: events.map((event) => shown(event, isWithheld)),
    isNew,
    fetchedAt: fetchedAt.toISOString(),
  };
}

/** Returns whether the fate of a message can be fetched. Undefined for messages without a provider. */
export async function fateOf(ctx: Ctx, messageId: string): Promise<Message['fate']> {
  const row = await requireMessage(ctx, messageId);
  if (row.channel === 'in_app') return undefined;
  const request = await requestFor(ctx, row);
  return typeof request === 'string' ? { whyNot: request } : {};
}

function deviceOf({ environmentId, subscriberId, providerId, deviceTokens: tokens }: MessageRow) {
  return { environmentId, subscriberId, providerId: providerId ?? '', tokens };
}

/** The limit for all requests of one call together. */
const TIMEOUT_MS = 12_000;

interface FateRequest {
  provider: string;
  sender: Sender;
  message: AcceptedMessage;
}

/** Returns the request for a message, or the reason why there can be none. */
async function requestFor({ environmentId }: Ctx, row: MessageRow): Promise<FateRequest | string> {
  const { id, providerId, integrationId, providerMessageId } = row;
  if (providerId === null || row.channel === 'in_app') return 'The message has no provider';
  const provider = findProvider(providerId)?.displayName ?? providerId;
  if (row.status !== 'sent')
    return `${provider} did not accept the message, so the provider knows nothing about the message`;
  if (isSandboxed(row)) return 'The sandbox accepted the message, so no provider knows the message';
  const definition = await loadProvider(providerId);
  if (!definition || !('fate' in definition) || !definition.fate)
    return `Belfry cannot fetch the fate of a message from ${provider}`;
  if (providerMessageId === null) return `${provider} gave no ID for the message`;
  const integration = integrationId === null ? undefined : await findIntegration(environmentId, integrationId);
  if (!integration) return 'The integration was deleted, with the credentials for the request';
  if (integration.sandbox)
    return `The integration ${integration.name} is in sandbox mode. Switch sandbox mode off to reach ${provider}`;
  const message = { id, providerMessageId, to: row.email ?? row.phone ?? '', sentAt: row.sentAt ?? row.createdAt };
  return { provider, sender: senderOf(integration, row), message };
}

function isSandboxed({ reason }: MessageRow): boolean {
  return parseReason(reason)?.code === 'sandboxed';
}

function senderOf(integration: IntegrationRow, { channel }: MessageRow): Sender {
  return { ...integration, channel: channel as DeliveryChannel };
}

const PAUSE_SECONDS = 10;

const shared = globalThis as typeof globalThis & { belfryFatePauses?: TokenLeases };

/**
 * @throws ApiError `too_many_requests` during the pause of all processes and callers. Some vendors charge for such
 * requests.
 */
async function assertPause({ environmentId }: Ctx, messageId: string): Promise<void> {
  shared.belfryFatePauses ??= new TokenLeases();
  const size = { capacity: 1, rate: 1 / PAUSE_SECONDS };
  const take = await shared.belfryFatePauses.take(`${environmentId} fate ${messageId}`, size, 1);
  if (take.allowed) return;
  const seconds = Math.max(1, Math.ceil(take.waitSeconds));
  throw new ApiError(
    'too_many_requests',
    `The provider was called for this message in the last ${PAUSE_SECONDS} seconds: try again in ${counted(seconds, 'second')}`,
    { headers: { 'retry-after': String(seconds) } },
  );
}

function inOrder(events: readonly VendorEvent[]): VendorEvent[] {
  return [...events].sort(
    (a, b) => a.at.getTime() - b.at.getTime() || EVENT_KINDS[a.kind].rank - EVENT_KINDS[b.kind].rank,
  );
}

function textOf(provider: string, { isKnown, state }: Fate, events: readonly VendorEvent[]): string {
  const last = events.findLast(({ kind }) => EVENT_KINDS[kind].isDecisive) ?? events.at(-1);
  if (!isKnown) return `${provider} does not know the message. It may be too old, or not processed yet.`;
  if (last) return `${provider} reports: ${eventLabel(last.kind, last.bounce)}`;
  return `${provider} reports nothing yet${state === undefined ? '' : ` except its state “${state}”`}. Try again later.`;
}

const FAILURES: Partial<Record<ProviderErrorKind, string>> = {
  auth: 'refused the credentials of the integration',
  rate_limited: 'receives too many requests at the moment. Try again later',
  unavailable: 'did not answer. Try again later',
  blocked: 'was not called, because its address is blocked',
};

function failureText(provider: string, { message, kind }: ThroughResult, isWithheld: boolean): string {
  const what = (kind && FAILURES[kind]) ?? 'refused the request';
  return `${provider} ${what}${isWithheld ? '' : `: ${message}`}`;
}

function shown({ kind, bounce, at, words: said, code }: VendorEvent, isWithheld: boolean) {
  const words = said && isWithheld ? WITHHELD : said;
  return { kind, ...(bounce && { bounce }), at: at.toISOString(), ...(words && { words }), ...(code && { code }) };
}
