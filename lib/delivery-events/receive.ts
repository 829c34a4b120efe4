import { ApiError } from '#lib/api/errors.ts';
import { ifReadable } from '#lib/crypto.ts';
import { openCredentials } from '#lib/integrations/credentials.ts';
import type { IntegrationRow } from '#lib/integrations/query.ts';
import { outbound } from '#lib/outbound/outbound.ts';
import { textOf } from '#lib/providers/credential.ts';
import {
  type EventSource,
  type SentRequest,
  UnverifiedError,
  type VendorEvent,
} from '#lib/providers/events/event-source.ts';
import { loadProvider } from '#lib/providers/registry.ts';
import { type AddressOwner, addressFor, isSecretOf, parseToken, signedAddress } from './address.ts';
import { recordArrival, recordRefusal } from './arrivals.ts';
import { EVENT_KINDS } from './kinds.ts';
import { findReceiver, type Receiver } from './receiver.ts';
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
  const { receiver, address } = await secretReceiver(token);
  return countsOf(await receive(receiver.integration, pushed, address));
}

function countsOf({ events, stored }: Received): ReceivedEvents {
  return { received: events.length, stored };
}

/** @throws ApiError `not_found` for an unknown token. */
async function secretReceiver(token: string): Promise<{ receiver: Receiver; address: Address }> {
  const parsed = parseToken(token);
  if (!parsed) throw noAddress();
  const receiver = await findReceiver(parsed);
  if (!receiver?.secret || !isSecretOf(parsed, receiver.secret, parsed.secret)) throw noAddress();
  return { receiver, address: { url: addressFor(parsed, receiver.secret), isSecret: true } };
}

/**
 * Stores the events of a request to the address that clients of the interface know. Returns the events in the form that
 * these clients expect. The request must be signed.
 *
 * @throws ApiError `not_found` for an unknown integration; `unauthorized` if the request does not come from the vendor.
 */
export async function receiveSigned(owner: AddressOwner, pushed: Pushed): Promise<TrackedEvents> {
  const { receiver, address } = await openReceiver(owner);
  return tracked(await receive(receiver.integration, pushed, address));
}

/** @throws ApiError `not_found` for an unknown integration. */
async function openReceiver(owner: AddressOwner): Promise<{ receiver: Receiver; address: Address }> {
  const receiver = await findReceiver(owner);
  if (!receiver) throw noAddress();
  return { receiver, address: { url: signedAddress(owner), isSecret: false } };
}

function tracked({ events }: Received): TrackedEvents {
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

/** The URL and the headers of a GET request to an event address. */
type PushedByGet = Pick<Request, 'url' | 'headers'>;

/**
 * Stores the events that the query of a GET request to an integration’s secret address contains, or returns the response
 * that confirms the address to the vendor.
 *
 * @throws ApiError as `receiveByToken`; `method_not_allowed` if the vendor sends no GET requests.
 */
export async function receiveByGet(token: string, pushed: PushedByGet): Promise<ReceivedEvents | Response> {
  const { receiver, address } = await secretReceiver(token);
  const answer = await receiveQuery(receiver.integration, pushed, address);
  return answer instanceof Response ? answer : countsOf(answer);
}

/**
 * Handles a GET request like `receiveByGet`, for the address that clients of the interface know. Reports must be
 * signed.
 *
 * @throws ApiError as `receiveSigned`; `method_not_allowed` if the vendor sends no GET requests.
 */
export async function receiveSignedByGet(owner: AddressOwner, pushed: PushedByGet): Promise<TrackedEvents | Response> {
  const { receiver, address } = await openReceiver(owner);
  const answer = await receiveQuery(receiver.integration, pushed, address);
  return answer instanceof Response ? answer : tracked(answer);
}

async function receiveQuery(
  integration: IntegrationRow,
  { url, headers }: PushedByGet,
  address: Address,
): Promise<Received | Response> {
  const source = await sourceOf(integration);
  if (!source?.isByGet && !source?.challenge)
    throw new ApiError('method_not_allowed', 'Method GET is not allowed here', { headers: { allow: 'POST' } });
  const { search, searchParams } = new URL(url);
  if (source.isByGet) {
    const body = new Uint8Array();
    return receive(integration, { headers, body }, { ...address, url: `${address.url}${search}` });
  }
  const now = new Date();
  const credential = (key: string) => storedText(integration, 'credentials', key);
  const answer = await refusing(integration, now, async () => source.challenge?.(searchParams, credential) ?? '');
  recordArrival(ownerOf(integration), undefined, now);
  return new Response(answer, { headers: { 'content-type': 'text/plain' } });
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
  const owner = ownerOf(integration);
  const { body, headers } = pushed;
  const sent: SentRequest = { url: address.url, body, header: (name) => headers.get(name) ?? undefined };
  if (source.isTest?.(sent)) return { events: [], stored: 0 };
  const now = new Date();
  const verification = { sent, now, isSecretAddress: address.isSecret };
  const events = await refusing(integration, now, () => verified(source, integration, verification));
  const stored = await storeEvents(owner, events, now);
  recordArrival(owner, events.at(-1)?.kind, now);
  return { events, stored };
}

/** Runs `work` on a request, and records a rejection. @throws ApiError `unauthorized` instead of `UnverifiedError`. */
async function refusing<Result>(integration: IntegrationRow, now: Date, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnverifiedError)) throw error;
    recordRefusal(ownerOf(integration), error.message, now);
    throw new ApiError('unauthorized', error.message, { cause: error });
  }
}

function ownerOf({ environmentId, id: integrationId }: IntegrationRow): AddressOwner {
  return { environmentId, integrationId };
}

function noAddress(): ApiError {
  return new ApiError('not_found', 'No integration has this event address');
}

/**
 * Returns the reader of the provider's events. Undefined if Belfry does not read this provider's events, or if the
 * integration's events are switched off.
 */
export async function sourceOf({ providerId, configurations }: IntegrationRow): Promise<EventSource | undefined> {
  return configurations?.inboundWebhookEnabled === false ? undefined : readerOf(providerId);
}

/** Returns the reader of a provider's events. Undefined if Belfry does not read them. */
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

/** Maximum events of one request. Vendors send at most a few thousand events together. */
const MAX_EVENTS = 5_000;

/** Returns the key with which the vendor signs. Empty if no key is stored. */
function keyOf(integration: IntegrationRow, { namedByMessage, signedWith }: EventSource): string {
  const credential = namedByMessage?.signedWith ?? signedWith;
  if (credential !== undefined) return storedText(integration, 'credentials', credential);
  return storedText(integration, 'configurations', 'inboundWebhookSigningKey');
}

/** Returns a stored text. Empty if it is not set. */
function storedText(integration: IntegrationRow, field: 'credentials' | 'configurations', name: string): string {
  const { [name]: value } = integration[field] ?? {};
  const opened = ifReadable(() => openCredentials({ [name]: value }, ownerOf(integration)));
  if (!opened) throw new UnverifiedError('The signing key of the integration cannot be decrypted: enter it again');
  return textOf(opened, name);
}
