import { ApiError } from '#lib/api/errors.ts';
import { UnreadableError } from '#lib/crypto.ts';
import { openCredentials } from '#lib/integrations/credentials.ts';
import { findIntegration, type IntegrationRow } from '#lib/integrations/query.ts';
import { outbound } from '#lib/outbound/outbound.ts';
import { prisma } from '#lib/postgres/db.ts';
import { textOf } from '#lib/providers/credential.ts';
import { type EventSource, UnverifiedError, type VendorEvent } from '#lib/providers/event-source.ts';
import { loadProvider } from '#lib/providers/registry.ts';
import { type AddressOwner, isSecretOf, parseToken } from './address.ts';
import { recordArrival, recordRefusal } from './arrivals.ts';
import { EVENT_KINDS } from './kinds.ts';
import type { ReceivedEvents, TrackedEvents } from './schema.ts';
import { storeEvents } from './store.ts';

/** A request to an address of events. */
export interface Pushed {
  body: Uint8Array;
  headers: Headers;
}

/**
 * Stores the events of a request to the secret address of an integration. Workers find their messages later.
 *
 * @throws ApiError `not_found` for an unknown token; `unauthorized` if the request does not come from the vendor.
 */
export async function receiveByToken(token: string, pushed: Pushed): Promise<ReceivedEvents> {
  const parsed = parseToken(token);
  if (!parsed) throw noAddress();
  const { environmentId, integrationId } = parsed;
  const stored = await prisma().eventAddress.findFirst({ where: { environmentId, integrationId } });
  if (!stored?.secret || !isSecretOf(parsed, stored.secret, parsed.secret)) throw noAddress();
  const { events, stored: added } = await receive(parsed, pushed, true);
  return { received: events.length, stored: added };
}

/**
 * Stores the events of a request to the address that clients of the interface know, and returns them in the form of these
 * clients. The request must be signed.
 *
 * @throws ApiError `not_found` for an unknown integration; `unauthorized` if the request does not come from the vendor.
 */
export async function receiveSigned(owner: AddressOwner, pushed: Pushed): Promise<TrackedEvents> {
  const { events } = await receive(owner, pushed, false);
  return events.map(({ id, kind, at, providerMessageId, words }) => ({
    id,
    event: {
      status: EVENT_KINDS[kind].clientStatus,
      date: at.toISOString(),
      ...(providerMessageId && { externalId: providerMessageId }),
      ...(words && { response: words }),
    },
  }));
}

interface Received {
  events: VendorEvent[];
  /** The number of new events. */
  stored: number;
}

async function receive(owner: AddressOwner, pushed: Pushed, isSecretAddress: boolean): Promise<Received> {
  const integration = await findIntegration(owner.environmentId, owner.integrationId);
  const source = integration && (await sourceOf(integration));
  if (!integration || !source) throw noAddress();
  const now = new Date();
  const events = await verified(source, integration, { pushed, now, isSecretAddress }).catch((error: unknown) => {
    if (!(error instanceof UnverifiedError)) throw error;
    recordRefusal(owner, error.message, now);
    throw new ApiError('unauthorized', error.message, { cause: error });
  });
  const stored = await storeEvents(owner, events, now);
  recordArrival(owner, events.at(-1)?.kind, now);
  return { events, stored };
}

function noAddress(): ApiError {
  return new ApiError('not_found', 'There is no such address for events');
}

/** Returns the reader of the provider's events. Undefined if there is none, or events are switched off for the integration. */
export async function sourceOf({ providerId, configurations }: IntegrationRow): Promise<EventSource | undefined> {
  if (configurations?.inboundWebhookEnabled === false) return undefined;
  const provider = await loadProvider(providerId);
  return provider && 'events' in provider ? provider.events : undefined;
}

interface Verification {
  pushed: Pushed;
  now: Date;
  isSecretAddress: boolean;
}

async function verified(
  source: EventSource,
  integration: IntegrationRow,
  { pushed: { body, headers }, now, isSecretAddress }: Verification,
): Promise<VendorEvent[]> {
  const key = keyOf(integration);
  if (key === '' && !(source.addressIsProof && isSecretAddress))
    throw new UnverifiedError(`The integration has no signing key: enter the ${source.key.name} of the provider`);
  const events = await source.verify({
    body,
    header: (name) => headers.get(name) ?? undefined,
    key,
    now,
    fetch: outbound().fetch,
  });
  return events.slice(0, MAX_EVENTS);
}

/** Vendors send at most some thousand events together. */
const MAX_EVENTS = 5_000;

function keyOf({ environmentId, id: integrationId, configurations }: IntegrationRow): string {
  const { inboundWebhookSigningKey } = configurations ?? {};
  try {
    return textOf(
      openCredentials({ inboundWebhookSigningKey }, { environmentId, integrationId }),
      'inboundWebhookSigningKey',
    );
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new UnverifiedError('The signing key of the integration cannot be decrypted: enter it again');
  }
}
