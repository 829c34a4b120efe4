/** The optional part `events` of a provider: reads the events that the vendor pushes, after verifying the sender. */
import { createHmac } from 'node:crypto';
import { isEqual } from '#lib/crypto.ts';
import type { Bounce, EventKind } from '#lib/delivery-events/kinds.ts';
import { asObject, type JsonObject, parseJson } from '#lib/json/values.ts';
import type { Outbound } from '#lib/outbound/outbound.ts';
import { withoutNul } from '#lib/postgres/storable.ts';
import { basic, textAt } from '#lib/providers/credential.ts';

/** The parts of a pushed request that its sender determines. */
export interface SentRequest {
  /**
   * The address that is entered at the vendor. For GET, it includes the query as sent. Some signatures cover the
   * address.
   */
  url: string;
  /** The bytes as sent. */
  body: Uint8Array;
  header: (name: string) => string | undefined;
}

/** A request that a vendor, or someone else, sent to the address of an integration. */
export interface PushedRequest extends SentRequest {
  /** The signing key of the integration. Empty if none is entered. */
  key: string;
  now: Date;
  /** Sends requests through the outbound guard. */
  fetch: Outbound['fetch'];
}

/** One event of a vendor. */
export interface VendorEvent {
  /** The vendor's ID of the event. If the vendor sends the event again, `id` and `at` are the same. */
  id: string;
  kind: EventKind;
  bounce?: Bounce;
  /** The time of the event by the vendor's clock. */
  at: Date;
  /**
   * Whether the event is a fetched state without a time. `at` is then the time of the request. The event is ignored if
   * a known event is at least as far along.
   */
  isState?: true;
  /**
   * Whether anyone could have sent the event, because it arrived in a mailbox. Such an event may affect only the
   * address to which the reported message was sent.
   */
  unproven?: true;
  /** Belfry's message ID, from the metadata of the message. */
  messageId?: string | undefined;
  providerMessageId?: string | undefined;
  /** The address that the event is about, if the vendor names one. */
  recipient?: string | undefined;
  words?: string | undefined;
  code?: string | undefined;
  /** Fields of the event that people may see: no address, link or content. */
  raw: Record<string, string>;
}

/** The meaning of an event. */
export type EventMeaning = Pick<VendorEvent, 'kind' | 'bounce'>;

/** The meaning of a code, for vendors whose reports have no text. `words` is the vendor's name for the code. */
export interface FailureCode {
  words: string;
  bounce?: Bounce;
}

export interface EventSource {
  /** The proof that a request comes from the vendor, in words, for the table of docs/providers.md. */
  proof: string;
  /**
   * Set if each message contains the address for its events, so that nothing is entered at the vendor. `signedWith` is
   * the credential with which the vendor signs the events.
   */
  namedByMessage?: { signedWith: string };
  /** The credential with which the vendor signs, if it is not a separate signing key. */
  signedWith?: string;
  /** The name of the signing key at the vendor, and where the vendor shows it. */
  key: { name: string; where: string };
  /** Credentials that sending does not need, but registering the address does. */
  registeredWith?: readonly string[];
  /** Whether the vendor pushes events in the query of GET requests. */
  isByGet?: true;
  /**
   * Returns the response to the GET request with which a vendor tests the address: a part of the query. Absent for
   * vendors without such a test.
   *
   * @throws UnverifiedError if the test does not come from the vendor.
   */
  challenge?: (query: URLSearchParams, credential: (key: string) => string) => string;
  /**
   * The vendor's page on which to enter the address and choose the events. Absent if each message contains the address.
   */
  setUp?: string;
  /** Whether the secret address alone proves the sender if no key is entered, because the vendor does not sign. */
  addressIsProof?: true;
  /**
   * Whether a request is the vendor's test of the address. The test contains no events, and the vendor shows the
   * signing key only after the test.
   */
  isTest?: (request: SentRequest) => boolean;
  /**
   * Returns the events of a request. Unknown events are omitted.
   * @throws UnverifiedError if the request does not come from the vendor.
   */
  verify: (request: PushedRequest) => VendorEvent[] | Promise<VendorEvent[]>;
}

/**
 * Thrown if a request does not prove that it comes from the vendor. The message is for the people who set up the
 * integration.
 */
export class UnverifiedError extends Error {
  override readonly name = 'UnverifiedError';
}

/**
 * Checks Basic authentication, which proves the sender for vendors that do not sign. The key is `user:password`. If no
 * key is entered, every request passes.
 *
 * @throws UnverifiedError if the request has other credentials.
 */
export function assertUserAndPassword({ header, key }: PushedRequest): void {
  if (key === '') return;
  const [user = '', ...password] = key.split(':');
  if (!isEqual(header('authorization') ?? '', basic(user, password.join(':')).authorization ?? ''))
    throw new UnverifiedError('The user name and the password do not match the integration');
}

const MAX_TEXT = 500;

/** Returns a vendor's text in the form in which it is stored. Undefined for an empty text. */
export function shown(text: string | undefined): string | undefined {
  const plain = text === undefined ? '' : withoutNul(text.toWellFormed()).trim();
  return plain === '' ? undefined : plain.slice(0, MAX_TEXT).toWellFormed();
}

/** Returns the named fields of an event, as text. Fields without a text or number are omitted. */
export function picked(event: unknown, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = shown(textAt(event, ...name.split('.')));
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** Parses a time in ISO 8601 or in seconds since 1970. Undefined for other values. */
export function instant(value: string | undefined): Date | undefined {
  if (value === undefined || value === '') return undefined;
  const seconds = Number(value);
  const at = new Date(Number.isFinite(seconds) ? Math.round(seconds * 1000) : value);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/**
 * Returns a vendor's phone number with the plus sign, which some vendors omit. Undefined if the text is not a phone
 * number.
 */
export function phoneNumber(text: string | undefined): string | undefined {
  return text !== undefined && /^\+?\d+$/.test(text) ? `+${text.replace('+', '')}` : undefined;
}

/** Returns the body as a JSON object, or an empty object if the body is not one. */
export function jsonBody(body: Uint8Array): JsonObject {
  return asObject(anyJson(body));
}

/** Returns the value of a JSON body. Undefined if it is not JSON. */
export function anyJson(body: Uint8Array): unknown {
  return parseJson(Buffer.from(body).toString('utf8'));
}

/**
 * Signs a form as Twilio and Mandrill do: HMAC-SHA-1 of the address and the sorted parameters, in base64.
 * https://www.twilio.com/docs/usage/security#validating-signatures-from-twilio
 */
export function formSignature(key: string, url: string, form: URLSearchParams): string {
  const sorted = new URLSearchParams(form);
  sorted.sort();
  return createHmac('sha1', key)
    .update(url + [...sorted].flat().join(''))
    .digest('base64');
}

/** Whether a signature is HMAC-SHA-256 of the parts, in hex. */
export function isHexSignature(signature: string, key: string, ...parts: readonly (string | Uint8Array)[]): boolean {
  return isEqual(hmacSha256(key, ...parts).toString('hex'), signature.toLowerCase());
}

/** The validity of a signature, in milliseconds and in words. */
interface Validity {
  ms: number;
  words: string;
}

/**
 * Checks that a signature is not too old.
 * @throws UnverifiedError if the time of a signature differs from now by more than `ms`.
 */
export function assertRecent(timestamp: string, now: Date, { ms, words }: Validity): void {
  const age = now.getTime() - (instant(timestamp)?.getTime() ?? 0);
  if (Math.abs(age) > ms) throw new UnverifiedError(`The time of the signature differs by more than ${words}`);
}

export function hmacSha256(key: string | Uint8Array, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Returns the entry for a vendor's word. Undefined for a word that is not in the table. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, word: string | undefined): Entry | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}
