/** Registers the event address of an integration at its provider, so that no person has to enter it there. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { ifReadable } from '#lib/crypto.ts';
import { type Credentials, openCredentials, sealCredentials } from '#lib/integrations/credentials.ts';
import { type IntegrationRow, integrationWire, lockIntegration, saveIntegration } from '#lib/integrations/query.ts';
import { canSeeSecrets, notFound, requireIntegration } from '#lib/integrations/service.ts';
import { providerName, type Sender, type ThroughResult, through } from '#lib/integrations/through.ts';
import { within } from '#lib/outbound/within.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { textOf } from '#lib/providers/credential.ts';
import { registerEvents } from '#lib/providers/deliver.ts';
import type { EventTarget, Registered } from '#lib/providers/events/event-registration.ts';
import type { EventSource } from '#lib/providers/events/event-source.ts';
import type { ProviderErrorKind } from '#lib/providers/http/error-kinds.ts';
import type { DeliveryChannel } from '#lib/providers/message.ts';
import { addressFor, isAddressOf } from './address.ts';
import { readerOf } from './receive.ts';
import { canRegister, whyNotRegistered } from './registration.ts';
import type { AutoConfigured } from './schema.ts';
import { storeNewSecret } from './service.ts';

/**
 * Registers the secret event address of an integration at its provider, and stores the key with which the provider
 * signs. Creates the address if it does not exist. A second call changes the same webhook. If the provider refuses, the
 * refusal is returned instead of thrown. Holds no database connection while waiting for the provider.
 *
 * @throws ApiError `not_found`; `bad_request` if Belfry cannot register addresses at the provider; `too_many_requests`
 * during another call for the integration.
 */
export async function autoConfigure(ctx: Ctx, integrationId: string): Promise<AutoConfigured> {
  const integration = await requireIntegration(ctx, integrationId);
  const source = await readerOf(integration.providerId);
  const provider = providerName(integration);
  if (!source || !(await canRegister(integration)))
    throw new ApiError(
      'bad_request',
      `Belfry cannot register an event address at ${provider}: enter the address there`,
    );
  const whyNot = whyNotRegistered(integration, source);
  if (whyNot !== undefined) {
    const result = { success: false, message: whyNot };
    await audit(ctx, auditOf(integration, result));
    return result;
  }
  return alone(integrationId, () => register(ctx, integration, source));
}

const running = new Set<string>();
const RETRY_SECONDS = 5;

/** Prevents concurrent calls of this process, each of which could create a webhook. */
async function alone<Result>(integrationId: string, work: () => Promise<Result>): Promise<Result> {
  if (running.has(integrationId)) {
    const headers = { 'retry-after': String(RETRY_SECONDS) };
    throw new ApiError('too_many_requests', 'The event address is already being registered: wait for the result', {
      headers,
    });
  }
  running.add(integrationId);
  try {
    return await work();
  } finally {
    running.delete(integrationId);
  }
}

/** The time limit for all requests of one call together. */
const TIMEOUT_MS = 20_000;

async function register(ctx: Ctx, integration: IntegrationRow, source: EventSource): Promise<AutoConfigured> {
  const target = targetOf(integration, await preparedAddress(ctx, integration));
  const sender: Sender = { ...integration, channel: integration.channel as DeliveryChannel };
  let registered: Registered | undefined;
  const result = await through(sender, async (account, tools) => {
    const secrets = [target.url, new URL(target.url).pathname, target.key];
    const outbound = within(TIMEOUT_MS, tools.outbound);
    registered = await registerEvents({ ...account, secrets }, target, { ...tools, outbound });
    return { message: '' };
  });
  const done = registered;
  const message = done ? successText(integration, source, { done, target }) : failureText(integration, result);
  const after = await transaction(async () => {
    const current = done && (await keyStored(ctx, integration.id, done.key));
    await audit(ctx, auditOf(integration, { success: done !== undefined, message }));
    return current;
  });
  if (!after) return { success: false, message };
  const view = canSeeSecrets(ctx) ? 'masked' : 'none';
  return { success: true, message, integration: integrationWire(after, ctx.organizationId, view) };
}

function auditOf({ id, name }: IntegrationRow, after: AutoConfigured) {
  const resource = { resourceType: 'integrations', resourceId: id, resourceLabel: name };
  return { action: 'integrations.autoConfigure', ...resource, after };
}

/**
 * Returns the encrypted secret of the address. Creates the address if it does not exist. Also switches on the events of
 * the integration, because some providers test the address before they accept it.
 */
async function preparedAddress(ctx: Ctx, { environmentId, id }: IntegrationRow): Promise<string> {
  return transaction(async () => {
    const current = await lockIntegration(environmentId, id);
    if (!current) throw notFound(id);
    if (current.configurations?.inboundWebhookEnabled !== true) await saveConfigurations(current, {});
    const stored = await prisma().eventAddress.findFirst({ where: { environmentId, integrationId: id } });
    return stored?.secret ?? (await storeNewSecret(ctx, current));
  });
}

/** Stores the key of the provider. Returns the integration with this key. */
async function keyStored(ctx: Ctx, id: string, key: string | undefined): Promise<IntegrationRow> {
  const current = await lockIntegration(ctx.environmentId, id);
  if (!current) throw notFound(id);
  if (key === undefined || key === keyOf(current)) return current;
  const owner = { environmentId: ctx.environmentId, integrationId: id };
  return saveConfigurations(current, sealCredentials({ inboundWebhookSigningKey: key }, owner));
}

function saveConfigurations(row: IntegrationRow, changed: Credentials): Promise<IntegrationRow> {
  const configurations = { ...row.configurations, inboundWebhookEnabled: true, ...changed };
  return saveIntegration({ ...row, configurations }, new Date());
}

function targetOf(integration: IntegrationRow, secret: string): EventTarget {
  const owner = { environmentId: integration.environmentId, integrationId: integration.id };
  return { url: addressFor(owner, secret), key: keyOf(integration), isOwn: (url) => isAddressOf(owner, url) };
}

/** Returns the stored key. Empty if no key is stored, or if the key cannot be decrypted. */
function keyOf({ environmentId, id: integrationId, configurations }: IntegrationRow): string {
  const { inboundWebhookSigningKey } = configurations ?? {};
  const opened = ifReadable(() => openCredentials({ inboundWebhookSigningKey }, { environmentId, integrationId }));
  return textOf(opened ?? {}, 'inboundWebhookSigningKey');
}

interface Success {
  done: Registered;
  target: EventTarget;
}

function successText(integration: IntegrationRow, { key, addressIsProof }: EventSource, { done, target }: Success) {
  const provider = providerName(integration);
  const what = done.isNew
    ? `${provider} now sends its events to Belfry.`
    : `The existing webhook at ${provider} now has the current address.`;
  const needsKey = !addressIsProof && done.key === undefined && target.key === '';
  const lacking = `${provider} did not return the ${key.name}: enter it here, otherwise the events are rejected.`;
  return [what, ...(done.leftOut ? [done.leftOut] : []), ...(needsKey ? [lacking] : [])].join(' ');
}

const BY_HAND = 'or enter the event address at the provider yourself';

/** The advice after each kind of failure. */
const REMEDIES: Partial<Record<ProviderErrorKind, string>> = {
  auth: `The key probably lacks the right to manage webhooks: add this right at the provider, use another key, ${BY_HAND}.`,
  unavailable: `Try again later, ${BY_HAND}.`,
  rate_limited: `Try again later, ${BY_HAND}.`,
  blocked: `Allow the provider’s host and try again, ${BY_HAND}.`,
};

function failureText(integration: IntegrationRow, { message, kind }: ThroughResult): string {
  const provider = providerName(integration);
  const what = kind === 'unavailable' || kind === 'blocked' ? 'could not be reached' : 'refused';
  const remedy = (kind && REMEDIES[kind]) ?? `Fix what ${provider} reports and try again, ${BY_HAND}.`;
  return `${provider} ${what}: ${message.replace(/(?<![.!\s])[.!\s]+$/, '')}. ${remedy}`;
}
