import { isEqual } from '#lib/crypto.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import {
  assertRecent,
  type EventMeaning,
  type EventSource,
  entryOf,
  type FailureCode,
  hmacSha256,
  instant,
  jsonBody,
  type PushedRequest,
  phoneNumber,
  picked,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/**
 * Reads the events that the vendor pushes: https://developers.sinch.com/docs/sms/api-reference/sms/tag/Webhooks/.
 * Reports are signed only for service plans for which the account manager set a secret.
 */
export const sinchEvents: EventSource = {
  proof: 'the secret address, and HMAC-SHA-256 over body, nonce and time if a secret is entered, at most a day old',
  key: { name: 'HMAC secret', where: 'From your account manager at Sinch, who sets it for the service plan' },
  setUp: '*SMS* → *Service APIs* → the service plan → *Callback URLs* → *Add callback URL* → *Outgoing URL*',
  addressIsProof: true,
  verify: (request) => {
    assertSigned(request);
    return eventOf(jsonBody(request.body));
  },
};

/** Sinch retries a report for less than 23 hours, so signatures are accepted for a day. */
const VALIDITY = { ms: 24 * 3_600_000, words: 'a day' };

/** Verifies reports of the SMS API as the vendor’s `sinch-sdk-node` does: body, nonce and time, separated by dots. */
function assertSigned({ body, header, key, now }: PushedRequest): void {
  if (key === '') return;
  const name = 'x-sinch-webhook-signature';
  const [signature, nonce, timestamp] = [name, `${name}-nonce`, `${name}-timestamp`].map(header);
  if (!signature || !nonce || !timestamp) throw new UnverifiedError('The request has no signature');
  if (!isEqual(hmacSha256(key, body, `.${nonce}.${timestamp}`).toString('base64'), signature))
    throw new UnverifiedError('The signature does not match the HMAC secret of the integration');
  assertRecent(timestamp, now, VALIDITY);
}

/**
 * The meanings of statuses: https://developers.sinch.com/docs/sms/api-reference/sms/tag/Delivery-reports/. `Unknown` is
 * omitted, because it does not show whether the message arrived.
 */
const STATUSES: Record<string, EventMeaning> = {
  Queued: { kind: 'accepted' },
  Dispatched: { kind: 'accepted' },
  Delivered: { kind: 'delivered' },
  // Sinch ended the delivery before the message reached a carrier.
  Aborted: { kind: 'rejected' },
  Cancelled: { kind: 'rejected' },
  Rejected: { kind: 'bounced', bounce: 'block' },
  Deleted: { kind: 'bounced', bounce: 'soft' },
  Failed: { kind: 'bounced', bounce: 'soft' },
  Expired: { kind: 'bounced', bounce: 'soft' },
};

/**
 * Codes from 400 are documented on the page of the statuses. Lower codes come from carriers:
 * https://developers.sinch.com/docs/sms/smpp/error-codes/. For codes without a `bounce`, the status decides.
 */
const FAILURES: Record<string, FailureCode> = {
  15: { words: 'Screening block', bounce: 'block' },
  60: { words: 'Originator blocked', bounce: 'block' },
  61: { words: 'Destination blocked', bounce: 'block' },
  62: { words: 'Keyword blocked', bounce: 'block' },
  64: { words: 'Blocked due to exceeded quota', bounce: 'block' },
  150: { words: 'Unknown subscriber', bounce: 'hard' },
  151: { words: 'Call barred', bounce: 'soft' },
  152: { words: 'Teleservice not provisioned', bounce: 'hard' },
  153: { words: 'Absent subscriber', bounce: 'soft' },
  158: { words: 'Memory capacity exceeded', bounce: 'soft' },
  159: { words: 'Mobile subscriber not reachable', bounce: 'soft' },
  201: { words: 'Absent subscriber, IMSI detached', bounce: 'soft' },
  202: { words: 'Absent subscriber, no page response', bounce: 'soft' },
  203: { words: 'Subscriber busy for MT SMS', bounce: 'soft' },
  210: { words: 'Memory capacity exceeded', bounce: 'soft' },
  300: { words: 'Invalid destination address', bounce: 'hard' },
  310: { words: 'Invalid source address', bounce: 'block' },
  402: { words: 'Message unroutable', bounce: 'soft' },
  403: { words: 'Internal error' },
  404: { words: 'Temporary delivery failure', bounce: 'soft' },
  405: { words: 'Unmatched parameter' },
  406: { words: 'Internal expiry' },
  407: { words: 'Cancelled' },
  408: { words: 'Internal reject', bounce: 'block' },
  410: { words: 'Unmatched default originator' },
  411: { words: 'Exceeded parts limit' },
  412: { words: 'Unprovisioned region', bounce: 'block' },
  413: { words: 'Blocked', bounce: 'block' },
};

/** Reads the report of one recipient. A report on a whole batch is ignored, because it has no time. */
function eventOf(report: unknown): VendorEvent[] {
  if (textAt(report, 'type') !== 'recipient_delivery_report_sms') return [];
  const [status, code] = [textAt(report, 'status'), textAt(report, 'code')];
  const found = entryOf(STATUSES, status);
  const at = instant(textAt(report, 'at'));
  const providerMessageId = textAt(report, 'batch_id');
  if (!found || !at || !providerMessageId) return [];
  const isFailure = found.kind === 'bounced' || found.kind === 'rejected';
  const failure = isFailure ? entryOf(FAILURES, code) : undefined;
  return [
    {
      // Reports have no ID, so one is composed.
      id: [providerMessageId, status, code].join(' '),
      ...found,
      ...(found.kind === 'bounced' && failure?.bounce && { bounce: failure.bounce }),
      at,
      messageId: textAt(report, 'client_reference'),
      providerMessageId,
      recipient: phoneNumber(textAt(report, 'recipient')),
      words: failure?.words,
      code: isFailure ? shown(code) : undefined,
      raw: picked(report, ['type', 'status', 'code', 'batch_id', 'at', 'operator', 'operator_status_at']),
    },
  ];
}

/** Reads the report of one recipient, which has the form of a pushed report. */
export const readSinchFate: ReadFate = ({ json }) => {
  const state = textAt(json, 'status');
  return state !== undefined && textAt(json, 'batch_id') !== undefined ? { state, events: eventOf(json) } : undefined;
};
