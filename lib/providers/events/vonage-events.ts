import type { EventKind } from '#lib/delivery-events/kinds.ts';
import { type JsonObject, valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import {
  assertRecent,
  type EventSource,
  entryOf,
  type FailureCode,
  instant,
  isHexSignature,
  jsonBody,
  type PushedRequest,
  phoneNumber,
  picked,
  type SentRequest,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/**
 * Reads the events that the vendor pushes: https://developer.vonage.com/en/messaging/sms/guides/delivery-receipts.
 * Vonage signs receipts only if its support has switched on signing for the account.
 */
export const vonageEvents: EventSource = {
  proof: 'the secret address, and HMAC-SHA-256 over all parameters if a secret is entered, at most two days old',
  key: {
    name: 'Signature secret',
    where:
      '*Settings* → *API Settings*, with the method *SHA-256 HMAC*, after Vonage’s support switched on signed webhooks',
  },
  setUp: '*Settings* → *API Settings* → *Delivery receipts (DLR) webhooks*',
  addressIsProof: true,
  isByGet: true,
  // Before Vonage accepts an address, it sends a request to check that the address responds. The content of this
  // request is not documented.
  isTest: (request) => {
    const { messageId, sig } = receiptIn(request);
    return messageId === undefined && sig === undefined;
  },
  verify: (request) => {
    const receipt = receiptIn(request);
    assertSigned(receipt, request);
    return eventOf(receipt);
  },
};

/**
 * Returns the receipt. A setting of the account determines its form: the query of a GET request, or a body in JSON or
 * as a form. The URL is only a path if Belfry has no public address.
 */
function receiptIn({ url, body }: SentRequest): JsonObject {
  if (body.length === 0) return Object.fromEntries(new URLSearchParams(url.split('?').slice(1).join('?')));
  const json = jsonBody(body);
  if (Object.keys(json).length > 0) return json;
  return Object.fromEntries(new URLSearchParams(Buffer.from(body).toString('utf8')));
}

/** Vonage retries a receipt for 24 hours, so signatures are accepted for two days. */
const VALIDITY = { ms: 48 * 3_600_000, words: 'two days' };

/** Checks the signature of a request: https://developer.vonage.com/en/getting-started/concepts/signing-messages */
function assertSigned(receipt: JsonObject, { key, now }: PushedRequest): void {
  if (key === '') return;
  const [signature, timestamp] = [textAt(receipt, 'sig'), textAt(receipt, 'timestamp')];
  if (!signature || !timestamp) throw new UnverifiedError('The request has no signature');
  const signed = Object.keys(receipt)
    .filter((name) => name !== 'sig')
    .sort()
    .map((name) => `&${name}=${(textAt(receipt, name) ?? '').replace(/[&=]/g, '_')}`);
  if (!isHexSignature(signature, key, signed.join('')))
    throw new UnverifiedError('The signature does not match the signature secret of the integration with SHA-256 HMAC');
  assertRecent(timestamp, now, VALIDITY);
}

const KINDS: Record<string, EventKind> = {
  accepted: 'accepted',
  buffered: 'delayed',
  delivered: 'delivered',
  expired: 'bounced',
  failed: 'bounced',
  rejected: 'bounced',
};

/** Failures without a `bounce` may be temporary. */
const FAILURES: Record<string, FailureCode> = {
  1: { words: 'Unknown' },
  2: { words: 'Absent Subscriber - Temporary' },
  // Vonage's guide recommends removing such numbers.
  3: { words: 'Absent Subscriber - Permanent', bounce: 'hard' },
  4: { words: 'Call Barred by User', bounce: 'hard' },
  5: { words: 'Portability Error' },
  6: { words: 'Anti-Spam Rejection', bounce: 'block' },
  7: { words: 'Handset Busy' },
  8: { words: 'Network Error' },
  // The recipient does not want messages from this sender.
  9: { words: 'Illegal Number', bounce: 'block' },
  10: { words: 'Illegal Message', bounce: 'block' },
  // Vonage has no route to the number.
  11: { words: 'Unroutable', bounce: 'block' },
  12: { words: 'Destination Unreachable' },
  13: { words: 'Subscriber Age Restriction', bounce: 'block' },
  14: { words: 'Number Blocked by Carrier' },
  15: { words: 'Prepaid Insufficient Funds' },
  50: { words: 'Entity Filter', bounce: 'block' },
  51: { words: 'Header Filter', bounce: 'block' },
  52: { words: 'Content Filter', bounce: 'block' },
  53: { words: 'Consent Filter', bounce: 'block' },
  54: { words: 'Regulation Error', bounce: 'block' },
  99: { words: 'General Error' },
};

function eventOf(receipt: JsonObject): VendorEvent[] {
  const [status, code] = [textAt(receipt, 'status'), textAt(receipt, 'err-code')];
  const kind = entryOf(KINDS, status);
  const providerMessageId = textAt(receipt, 'messageId');
  // `message-timestamp` is in UTC. The carrier's time, `scts`, is not used, because it has no time zone.
  const time = textAt(receipt, 'message-timestamp');
  const at = instant(time && `${time.replace(' ', 'T')}Z`);
  if (!kind || !at || !providerMessageId) return [];
  const failure = kind === 'bounced' ? entryOf(FAILURES, code) : undefined;
  return [
    {
      // Receipts have no ID, but each status and code occurs once per message.
      id: [providerMessageId, status, code].join(' '),
      kind,
      ...(kind === 'bounced' && { bounce: failure?.bounce ?? 'soft' }),
      at,
      // Each part of a long message has its own receipt, with the ID of the part. `client-ref` is the ID of the whole
      // message.
      messageId: textAt(receipt, 'client-ref'),
      providerMessageId,
      recipient: phoneNumber(textAt(receipt, 'msisdn')),
      words: failure?.words,
      code: kind === 'bounced' ? shown(code) : undefined,
      raw: picked(receipt, ['status', 'err-code', 'messageId', 'message-timestamp', 'scts', 'network-code']),
    },
  ];
}

/** The error code in the receipt of a message that was delivered. */
const NO_ERROR = '0';

/**
 * The statuses of records. They include some that receipts do not have. `unknown` is omitted, because it gives no
 * information.
 */
const RECORD_KINDS: Record<string, EventKind> = { ...KINDS, submitted: 'accepted', deleted: 'bounced' };

/**
 * Reads the record of a message. The error in a record concerns only the handover to the carrier, so the kind of a
 * bounce is unknown.
 */
export const readVonageFate: ReadFate = ({ json }, { now }) => {
  const record = valueAt(json, ['records', 0]);
  const [state, providerMessageId] = [textAt(record, 'status')?.toLowerCase(), textAt(record, 'message_id')];
  if (!state || !providerMessageId) return undefined;
  const kind = entryOf(RECORD_KINDS, state);
  const at = instant(textAt(record, 'date_finalized')) ?? instant(textAt(record, 'date_received')) ?? now;
  const event = {
    id: [providerMessageId, state, NO_ERROR].join(' '),
    at,
    providerMessageId,
    recipient: phoneNumber(textAt(record, 'to')),
    raw: picked(record, ['status', 'error_code', 'error_code_description', 'message_id', 'date_finalized', 'network']),
  };
  return { state, events: kind ? [{ ...event, kind }] : [] };
};
