import { ApiError } from '#lib/api/errors.ts';
import { UnreadableError } from '#lib/crypto.ts';
import { openCredentials } from '#lib/integrations/credentials.ts';
import type { IntegrationRow } from '#lib/integrations/query.ts';
import { outbound } from '#lib/outbound/outbound.ts';
import { textOf } from '#lib/providers/credential.ts';
import { type EventSource, type SentRequest, UnverifiedError, type VendorEvent } from '#lib/providers/event-source.ts';
import { loadProvider } from '#lib/providers/registry.ts';
import { type AddressOwner, addressFor, isSecretOf, parseToken, signedAddress } from './address.ts';
import { recordArrival, recordRefusal } from './arrivals.ts';
import { EVENT_KINDS } from './kinds.ts';
import { findReceiver } from './receiver.ts';
import type { ReceivedEvents, TrackedEvents } from './schema.ts';
import { storeEvents } from './store.ts';

/** A request to an event address. */
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
  const receiver = await findReceiver(parsed);
  if (!receiver?.secret || !isSecretOf(parsed, receiver.secret, parsed.secret)) throw noAddress();
  const address = { url: addressFor(parsed, receiver.secret), isSecret: true };
  const { events, stored } = await receive(receiver.integration, pushed, address);
  return { received: events.length, stored };
}

/**
 * Stores the events of a request to the address that clients of the interface know, and returns them in the form that
 * these clients expect. The request must be signed.
 *
 * @throws ApiError `not_found` for an unknown integration; `unauthorized` if the request does not come from the vendor.
 */
export async function receiveSigned(owner: AddressOwner, pushed: Pushed): Promise<TrackedEvents> {
  const receiver = await findReceiver(owner);
  if (!receiver) throw noAddress();
  const { events } = await receive(receiver.integration, pushed, { url: signedAddress(owner), isSecret: false });
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

/** The address that received a request. */
interface Address {
  url: string;
  /** Whether the address itself contains a secret. */
  isSecret: boolean;
}

async function receive(integration: IntegrationRow, pushed: Pushed, address: Address): Promise<Received> {
  const source = await sourceOf(integration);
  if (!source) throw noAddress();
  const owner = { environmentId: integration.environmentId, integrationId: integration.id };
  const { body, headers } = pushed;
  const sent: SentRequest = { url: address.url, body, header: (name) => headers.get(name) ?? undefined };
  if (source.isTest?.(sent)) return { events: [], stored: 0 };
  const now = new Date();
  const events = await verified(source, integration, { sent, now, isSecretAddress: address.isSecret }).catch(
    (error: unknown) => {
      if (!(error instanceof UnverifiedError)) throw error;
      recordRefusal(owner, error.message, now);
      throw new ApiError('unauthorized', error.message, { cause: error });
    },
  );
  const stored = await storeEvents(owner, events, now);
  recordArrival(owner, events.at(-1)?.kind, now);
  return { events, stored };
}

function noAddress(): ApiError {
  return new ApiError('not_found', 'There is no such address for events');
}

/**
 * Returns the reader of the provider's events. Undefined if there is none, or if the integration's events are switched
 * off.
 */
export async function sourceOf({ providerId, configurations }: IntegrationRow): Promise<EventSource | undefined> {
  return configurations?.inboundWebhookEnabled === false ? undefined : readerOf(providerId);
}

/** Returns the reader of a provider's events. Undefined if there is none. */
export async function readerOf(providerId: string): Promise<EventSource | undefined> {
  const provider = await loadProvider(providerId);
  return provider && 'events' in provider ? provider.events : undefined;
}

interface Verification {
  sent: SentRequest;
  now: Date;
  isSecretAddress: boolean;
}

async function verified(
  source: EventSource,
  integration: IntegrationRow,
  { sent, now, isSecretAddress }: Verification,
): Promise<VendorEvent[]> {
  const key = keyOf(integration, source);
  if (key === '' && !(source.addressIsProof && isSecretAddress))
    throw new UnverifiedError(`The integration has no signing key: enter the ${source.key.name} of the provider`);
  const events = await source.verify({ ...sent, key, now, fetch: outbound().fetch });
  return events.slice(0, MAX_EVENTS);
}

/** Vendors send at most a few thousand events together. */
const MAX_EVENTS = 5_000;

/** Returns the key with which the vendor signs. Empty if none is entered. */
function keyOf({ environmentId, id: integrationId, ...row }: IntegrationRow, { namedByMessage }: EventSource): string {
  const { inboundWebhookSigningKey } = row.configurations ?? {};
  const name = namedByMessage?.signedWith ?? 'inboundWebhookSigningKey';
  const stored = namedByMessage ? { [name]: row.credentials[name] } : { inboundWebhookSigningKey };
  try {
    return textOf(openCredentials(stored, { environmentId, integrationId }), name);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new UnverifiedError('The signing key of the integration cannot be decrypted: enter it again');
  }
}
