import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { apiKeyCan, can } from '#lib/auth/permissions.ts';
import { mailboxState } from '#lib/bounce-mailbox/service.ts';
import { lacksCredential } from '#lib/integrations/credentials.ts';
import type { IntegrationRow } from '#lib/integrations/query.ts';
import { requireIntegration } from '#lib/integrations/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { EventSource } from '#lib/providers/events/event-source.ts';
import type { EventAddress as EventAddressModel } from '#prisma/generated/client.ts';
import { addressFor, namedAddress, newSecret, signedAddress } from './address.ts';
import type { EventKind } from './kinds.ts';
import { readerOf, sourceOf } from './receive.ts';
import { canRegister, whyNotRegistered } from './registration.ts';
import type { EventAddress } from './schema.ts';

/**
 * Returns the address to which the provider of an integration pushes its events, and the latest arrivals. Only callers
 * who may change integrations get the secret address.
 *
 * @throws ApiError `not_found`.
 */
export async function getEventAddress(ctx: Ctx, integrationId: string): Promise<EventAddress> {
  return shown(ctx, await requireIntegration(ctx, integrationId));
}

/**
 * Creates the secret address of an integration, or replaces it. The former address stops working immediately.
 *
 * @throws ApiError `not_found`; `bad_request` if Belfry does not read the provider's events.
 */
export async function createEventAddress(ctx: Ctx, integrationId: string): Promise<EventAddress> {
  const integration = await requireIntegration(ctx, integrationId);
  const source = await sourceOf(integration);
  const { name } = integration;
  if (!source) throw new ApiError('bad_request', `Belfry does not read events of the integration ${name}`);
  if (source.namedByMessage)
    throw new ApiError(
      'bad_request',
      `${name} sends its event address with each message: there is no secret address to create`,
    );
  await transaction(() => storeNewSecret(ctx, integration));
  return shown(ctx, integration);
}

/** Stores a new secret of the address, and returns the encrypted secret. Must run in a transaction. */
export async function storeNewSecret(ctx: Ctx, { environmentId, id, name }: IntegrationRow): Promise<string> {
  const owner = { environmentId, integrationId: id };
  const { sealed } = newSecret(owner);
  const create = { ...owner, secret: sealed };
  await prisma().eventAddress.upsert({
    where: { environmentId_integrationId: owner },
    create,
    update: { secret: sealed },
  });
  await audit(ctx, {
    action: 'integrations.createEventAddress',
    resourceType: 'integrations',
    resourceId: id,
    resourceLabel: name,
  });
  return sealed;
}

async function shown(ctx: Ctx, integration: IntegrationRow): Promise<EventAddress> {
  if (findProvider(integration.providerId)?.readsMailbox)
    return { supported: true, exists: false, mailbox: await mailboxState(integration) };
  const source = await readerOf(integration.providerId);
  const isOff = integration.configurations?.inboundWebhookEnabled === false;
  if (!source || (isOff && !source.namedByMessage)) return { supported: false, exists: false };
  const owner = { environmentId: ctx.environmentId, integrationId: integration.id };
  const stored = await prisma().eventAddress.findFirst({ where: owner });
  if (source.namedByMessage) {
    const canName = namedAddress(owner) !== undefined;
    const isNamed = integration.configurations?.inboundWebhookEnabled === true;
    return { supported: true, exists: false, byMessage: { isNamed, canName }, ...arrivalsOf(stored) };
  }
  const secret = stored?.secret ?? undefined;
  return {
    supported: true,
    exists: secret !== undefined,
    ...(secret !== undefined && mayChange(ctx) && { address: addressFor(owner, secret) }),
    signedAddress: signedAddress(owner),
    ...(source.signedWith === undefined && {
      key: {
        ...source.key,
        required: !source.addressIsProof,
        entered: !lacksCredential(integration.configurations ?? {}, 'inboundWebhookSigningKey'),
      },
    }),
    ...(source.setUp && { setUp: source.setUp }),
    ...(await registrationOf(integration, source)),
    ...arrivalsOf(stored),
  };
}

async function registrationOf(
  integration: IntegrationRow,
  source: EventSource,
): Promise<Pick<EventAddress, 'registration'>> {
  if (!(await canRegister(integration))) return {};
  const whyNot = whyNotRegistered(integration, source);
  return { registration: whyNot === undefined ? {} : { whyNot } };
}

type Arrivals = Pick<EventAddress, 'arrivedAt' | 'arrivedKind' | 'refusedAt' | 'refusedWords'>;

function arrivalsOf(stored: EventAddressModel | null): Arrivals {
  return {
    ...(stored?.arrivedAt && { arrivedAt: stored.arrivedAt.toISOString() }),
    ...(stored?.arrivedKind && { arrivedKind: stored.arrivedKind as EventKind }),
    ...(stored?.refusedAt && { refusedAt: stored.refusedAt.toISOString() }),
    ...(stored?.refusedWords && { refusedWords: stored.refusedWords }),
  };
}

function mayChange({ actor }: Ctx): boolean {
  if (actor.type === 'user') return can(actor.role, 'integrations:write');
  return actor.type === 'apiKey' && apiKeyCan(actor.scope, 'integrations:write');
}
