import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import {
  assertRecent,
  type EventMeaning,
  type EventSource,
  entryOf,
  instant,
  jsonBody,
  type PushedRequest,
  picked,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/** Reads the events that the vendor pushes: https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks */
export const telnyxEvents: EventSource = {
  proof: 'Ed25519 over time and body, at most five minutes old',
  key: { name: 'Public key', where: '*Account Settings* → *Keys & Credentials* → *Public Key*' },
  setUp: '*Messaging* → *Messaging Profiles* → the profile → *Webhook URL*, with the API version 2',
  verify: (request) => {
    assertSigned(request);
    return eventOf(jsonBody(request.body));
  },
};

/** Five minutes are enough, because a repeated request has a new time in its header. */
const VALIDITY = { ms: 5 * 60_000, words: 'five minutes' };

/** Checks the signature of a request: https://developers.telnyx.com/docs/development/api-fundamentals/webhooks */
function assertSigned({ body, header, key, now }: PushedRequest): void {
  const [signature, timestamp] = ['telnyx-signature-ed25519', 'telnyx-timestamp'].map(header);
  if (!signature || !timestamp) throw new UnverifiedError('The request has no signature');
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body]);
  if (!verify(null, signed, publicKeyOf(key), Buffer.from(signature, 'base64')))
    throw new UnverifiedError('The signature does not match the public key of the integration');
  assertRecent(timestamp, now, VALIDITY);
}

/** Creates the key from the text that Telnyx shows: 32 bytes in base64. */
function publicKeyOf(key: string): KeyObject {
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== 32)
    throw new UnverifiedError('The public key of the integration is not valid: copy it again from Telnyx');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
}

/**
 * The meanings of statuses: https://developers.telnyx.com/api-reference/callbacks/delivery-update.
 * `delivery_unconfirmed` is omitted, because it does not show whether the message arrived.
 */
const STATUSES: Record<string, EventMeaning> = {
  sent: { kind: 'accepted' },
  delivered: { kind: 'delivered' },
  sending_failed: { kind: 'rejected' },
  delivery_failed: { kind: 'bounced', bounce: 'soft' },
  expired: { kind: 'bounced', bounce: 'soft' },
};

const HARD: EventMeaning = { kind: 'bounced', bounce: 'hard' };
const BLOCK: EventMeaning = { kind: 'bounced', bounce: 'block' };

/**
 * The meanings of error codes: https://developers.telnyx.com/docs/messaging/messages/error-codes. Failures with other
 * codes, such as 40006 and 40008, may be temporary.
 */
const FAILURES: Record<string, EventMeaning> = {
  // A landline, or another number that accepts no messages.
  40001: HARD,
  40012: HARD,
  // A spam filter, or the content of the message.
  40002: BLOCK,
  40003: BLOCK,
  40009: BLOCK,
  40015: BLOCK,
  40017: BLOCK,
  40322: BLOCK,
  // The sender is not registered or is refused, or sends more than its carrier permits.
  40010: BLOCK,
  40011: BLOCK,
  40013: BLOCK,
  40016: BLOCK,
  40018: BLOCK,
  40329: BLOCK,
  // Telnyx did not send the message: it waited too long in the queue, or the recipient had replied STOP.
  40014: { kind: 'rejected' },
  40300: { kind: 'rejected' },
};

function kindOf(event: unknown): EventMeaning | undefined {
  switch (textAt(event, 'event_type')) {
    case 'message.sent':
      return { kind: 'accepted' };
    case 'message.finalized': {
      const found = entryOf(STATUSES, textAt(event, 'payload', 'to', 0, 'status'));
      const failure = entryOf(FAILURES, textAt(event, 'payload', 'errors', 0, 'code'));
      return found?.kind === 'bounced' || found?.kind === 'rejected' ? (failure ?? found) : found;
    }
    default:
      return undefined;
  }
}

/** Belfry’s messages have one recipient. */
function eventOf({ data }: { data?: unknown }): VendorEvent[] {
  const at = instant(textAt(data, 'occurred_at'));
  const found = kindOf(data);
  const providerMessageId = textAt(data, 'payload', 'id');
  if (!found || !at || !providerMessageId) return [];
  const error = ['payload', 'errors', 0] as const;
  return [
    {
      // A pushed event's own ID is not used, because a fetched message has none. Each status occurs once per message.
      id: [providerMessageId, textAt(data, 'event_type'), textAt(data, 'payload', 'to', 0, 'status')].join(' '),
      ...found,
      at,
      providerMessageId,
      recipient: textAt(data, 'payload', 'to', 0, 'phone_number'),
      words: shown(textAt(data, ...error, 'detail')) ?? shown(textAt(data, ...error, 'title')),
      code: shown(textAt(data, ...error, 'code')),
      raw: picked(data, [
        ...['event_type', 'id', 'occurred_at', 'payload.id', 'payload.to.0.status', 'payload.to.0.carrier'],
        ...['payload.to.0.line_type', 'payload.errors.0.code', 'payload.errors.0.title'],
      ]),
    },
  ];
}

/** Reads a fetched message. Pushed events contain the same object. */
export const readTelnyxFate: ReadFate = ({ json }, { now }) => {
  const payload = valueAt(json, ['data']);
  const state = textAt(payload, 'to', 0, 'status');
  if (state === undefined || textAt(payload, 'id') === undefined) return undefined;
  const completedAt = textAt(payload, 'completed_at');
  const [event_type, occurred_at] =
    state === 'sent'
      ? ['message.sent', textAt(payload, 'sent_at')]
      : ['message.finalized', completedAt ?? now.toISOString()];
  return { state, events: eventOf({ data: { event_type, occurred_at, payload } }) };
};
