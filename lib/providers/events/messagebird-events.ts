import { createHash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { isEqual } from '#lib/crypto.ts';
import { valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import { birdEventsIn } from './bird-events.ts';
import {
  assertRecent,
  type EventMeaning,
  type EventSource,
  entryOf,
  hmacSha256,
  instant,
  type PushedRequest,
  phoneNumber,
  picked,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/**
 * Bird pushes JSON, and signs with the signing key of the webhook subscription:
 * https://docs.bird.com/api/notifications-api/api-reference/webhook-subscriptions/verifying-a-webhook-subscription.
 * MessageBird’s former API sends reports in the query of GET requests, and signs them only if the account has a signing
 * key: https://developers.messagebird.com/api/sms-messaging/#handle-a-status-report
 */
export const messageBirdEvents: EventSource = {
  proof:
    'the secret address, and if a signing key is entered HMAC-SHA-256 over time, address and body, at most a day old; of the former API a JWT over address and body, or the older HMAC-SHA-256 over time, query and body',
  key: {
    name: 'Signing key',
    where:
      '*Register the address* enters the key of the webhook subscription. For the former API: *Developers* → *API access (REST)* → *Signing key*',
  },
  registeredWith: ['workspaceId', 'channelId'],
  setUp:
    'a webhook subscription of the workspace for the service *channels* and the event *sms.outbound*; for the former API *Developers* → *API settings* → *SMS* → the address for status reports',
  addressIsProof: true,
  isByGet: true,
  verify: async (request) => {
    await assertSigned(request);
    if (request.body.length > 0) return birdEventsIn(request.body);
    const report = Object.fromEntries(reportIn(request));
    const { id = '', reference } = report;
    if (id === '') return [];
    return eventOf(id, report).map((event) => ({ ...event, messageId: reference }));
  },
};

/**
 * Returns the parameters of a report. MessageBird does not encode the plus sign of the time zone, which
 * `URLSearchParams` reads as a space, so the plus sign is restored. The URL is only a path if Belfry has no public
 * address.
 */
function reportIn({ url }: PushedRequest): URLSearchParams {
  const mark = url.indexOf('?');
  const report = new URLSearchParams(mark === -1 ? '' : url.slice(mark));
  const at = report.get('statusDatetime');
  if (at !== null) report.set('statusDatetime', at.replace(' ', '+'));
  return report;
}

/**
 * Checks the signature of a request: https://developers.messagebird.com/api/#verifying-http-requests. The token is
 * valid for a minute.
 */
async function assertSigned(request: PushedRequest): Promise<void> {
  const { key, header, url, body } = request;
  if (key === '') return;
  const token = header('messagebird-signature-jwt');
  if (!token) return request.body.length > 0 ? assertBirdSignature(request) : assertOlderSignature(request);
  const { url_hash, payload_hash } = await claimsOf(token, request);
  const hash = body.length === 0 ? undefined : sha256(body);
  if (url_hash !== sha256(url) || payload_hash !== hash)
    throw new UnverifiedError('The signature does not match the address and PUBLIC_URL');
}

/**
 * Bird retries an event for 8 hours, always with the time of the first request, so signatures are accepted for a day.
 */
const BIRD_VALIDITY = { ms: 24 * 3_600_000, words: 'a day' };

function assertBirdSignature(request: PushedRequest): void {
  const { time, signature } = signatureIn(request);
  const expected = hmacSha256(request.key, `${time}\n${request.url}\n`, bodyHash(request)).toString('base64');
  if (!isEqual(expected, signature))
    throw new UnverifiedError('The signature does not match the signing key of the integration and PUBLIC_URL');
  assertRecent(time, request.now, BIRD_VALIDITY);
}

/** Returns the signature in the headers, with its time. @throws UnverifiedError if the headers have no signature. */
function signatureIn({ header }: PushedRequest): { time: string; signature: string } {
  const [signature, time] = [header('messagebird-signature'), header('messagebird-request-timestamp')];
  if (!signature || !time) throw new UnverifiedError('The request has no signature');
  return { time, signature };
}

function bodyHash({ body }: PushedRequest): Buffer {
  return Buffer.from(sha256(body), 'hex');
}

/** The vendor’s library for Node accepts a request for 100 seconds. */
const VALIDITY = { ms: 100_000, words: '100 seconds' };

/**
 * Checks the signature that MessageBird used before JWTs: https://github.com/messagebird/messagebird-nodejs
 * (lib/signature.js)
 */
function assertOlderSignature(request: PushedRequest): void {
  const { time, signature } = signatureIn(request);
  if (!olderSignatures(request, time).some((each) => isEqual(each, signature)))
    throw new UnverifiedError('The signature does not match the signing key of the integration');
  assertRecent(time, request.now, VALIDITY);
}

/**
 * Returns the two valid signatures, because the vendor’s libraries differ in how they sort the parameters and encode
 * spaces.
 */
function olderSignatures(request: PushedRequest, time: string): string[] {
  const report = reportIn(request);
  report.sort();
  const sorted = report.toString();
  return [sorted, sorted.replaceAll('+', '%20')].map((query) =>
    hmacSha256(request.key, `${time}\n${query}\n`, bodyHash(request)).toString('base64'),
  );
}

async function claimsOf(token: string, { key, now }: PushedRequest): Promise<JWTPayload> {
  const algorithms = ['HS256', 'HS384', 'HS512'];
  const options = { algorithms, issuer: 'MessageBird', currentDate: now, clockTolerance: 5 };
  try {
    return (await jwtVerify(token, Buffer.from(key), { ...options, requiredClaims: ['exp', 'nbf'] })).payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new UnverifiedError('The signature has expired');
    throw new UnverifiedError('The signature does not match the signing key of the integration');
  }
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The meanings of statuses: https://developers.messagebird.com/api/sms-messaging/#statuses */
const STATUSES: Record<string, EventMeaning> = {
  sent: { kind: 'accepted' },
  buffered: { kind: 'delayed' },
  delivered: { kind: 'delivered' },
  expired: { kind: 'bounced', bounce: 'soft' },
  delivery_failed: { kind: 'bounced', bounce: 'soft' },
};

/**
 * The meanings of failure reasons: https://developers.messagebird.com/api/sms-messaging/#sms-status-reasons. Other
 * reasons may be temporary, so they are not listed.
 */
const REASONS: Record<string, EventMeaning> = {
  'unknown subscriber': { kind: 'bounced', bounce: 'hard' },
  'carrier rejected': { kind: 'bounced', bounce: 'block' },
  'opted out': { kind: 'rejected' },
  'insufficient balance': { kind: 'rejected' },
};

/** The carrier reports nothing, so the message may have arrived. */
const NO_REPORT = 'DLR not received';

function kindOf(status: string | undefined, reason: string | undefined): EventMeaning | undefined {
  const found = entryOf(STATUSES, status);
  if (found?.kind !== 'bounced') return found;
  return reason === NO_REPORT ? undefined : (entryOf(REASONS, reason) ?? found);
}

/** Reads a message. Belfry’s messages have one recipient. */
export const readMessageBirdFate: ReadFate = ({ json }) => {
  const recipient = valueAt(json, ['recipients', 'items', 0]);
  const [providerMessageId, state] = [textAt(json, 'id'), textAt(recipient, 'status')];
  if (providerMessageId === undefined || state === undefined) return undefined;
  return { state, events: eventOf(providerMessageId, recipient) };
};

function eventOf(providerMessageId: string, recipient: unknown): VendorEvent[] {
  const [status, reason] = [textAt(recipient, 'status'), textAt(recipient, 'statusReason')];
  const at = instant(textAt(recipient, 'statusDatetime'));
  const found = kindOf(status, reason);
  if (!found || !at) return [];
  const isFailure = found.kind === 'bounced' || found.kind === 'rejected';
  return [
    {
      // Statuses have no ID, but each occurs once per message.
      id: [providerMessageId, status].join(' '),
      ...found,
      at,
      providerMessageId,
      recipient: phoneNumber(textAt(recipient, 'recipient')),
      words: isFailure ? shown(reason) : undefined,
      code: isFailure ? shown(textAt(recipient, 'statusErrorCode')) : undefined,
      raw: picked(recipient, ['status', 'statusReason', 'statusErrorCode', 'statusDatetime']),
    },
  ];
}
