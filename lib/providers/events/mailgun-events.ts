import type { EventKind } from '#lib/delivery-events/kinds.ts';
import { valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import { bounceOf } from './bounce.ts';
import {
  assertRecent,
  type EventMeaning,
  type EventSource,
  entryOf,
  instant,
  isHexSignature,
  jsonBody,
  type PushedRequest,
  picked,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/**
 * Reads the events that the vendor pushes:
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads
 */
export const mailgunEvents: EventSource = {
  proof: 'HMAC-SHA-256 over time and token, at most a day old',
  key: { name: 'HTTP webhook signing key', where: '*Sending* → *Webhooks*, at the right' },
  setUp: '*Sending* → *Webhooks* → *Add webhook*, once for each event type',
  verify: (request) => {
    const body = jsonBody(request.body);
    assertSigned(body, request);
    return eventOf(body['event-data']);
  },
};

/**
 * Mailgun retries an event for 8 hours, so signatures are accepted for a day. The signature does not cover the event:
 * without a limit, an old signature could be reused for any event.
 */
const VALIDITY = { ms: 24 * 3_600_000, words: 'a day' };

/**
 * Checks the signature of a request:
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
 */
function assertSigned(body: unknown, { key, now }: PushedRequest): void {
  const [timestamp, token, signature] = ['timestamp', 'token', 'signature'].map((name) =>
    textAt(body, 'signature', name),
  );
  if (timestamp === undefined || token === undefined || signature === undefined)
    throw new UnverifiedError('The request has no signature');
  if (!isHexSignature(signature, key, timestamp, token))
    throw new UnverifiedError('The signature does not match the signing key of the integration');
  assertRecent(timestamp, now, VALIDITY);
}

const KINDS: Record<string, EventKind> = {
  accepted: 'accepted',
  delivered: 'delivered',
  failed: 'bounced',
  rejected: 'rejected',
  opened: 'opened',
  clicked: 'clicked',
  unsubscribed: 'unsubscribed',
  complained: 'complained',
};

function eventOf(event: unknown): VendorEvent[] {
  const at = instant(textAt(event, 'timestamp'));
  const id = textAt(event, 'id');
  const found = kindOf(event);
  if (!found || !at || !id) return [];
  const words = ['delivery-status.message', 'delivery-status.description', 'reject.reason', 'reject.description'];
  return [
    {
      id,
      ...found,
      at,
      messageId: textAt(event, 'user-variables', 'message_id'),
      providerMessageId: textAt(event, 'message', 'headers', 'message-id')?.replace(/^<|>$/g, ''),
      recipient: textAt(event, 'recipient'),
      words: words.map((path) => shown(textAt(event, ...path.split('.')))).find((text) => text !== undefined),
      code: shown(textAt(event, 'delivery-status', 'code')),
      raw: picked(event, ['event', 'severity', 'reason', 'id', 'timestamp', 'delivery-status.code', 'log-level']),
    },
  ];
}

/** Reads the fetched events, which have the form and the IDs of pushed events. */
export const readMailgunFate: ReadFate = ({ json }) => {
  const items = valueAt(json, ['items']);
  return Array.isArray(items) ? { events: items.flatMap(eventOf) } : undefined;
};

/** Mailgun did not send the message, because the address is on a suppression list of the account. */
const SUPPRESSED = /^suppress-/;
/** Reasons of permanent failures that may be temporary, because Mailgun gave up after some hours. */
const SOFT = new Set(['old', 'greylisted', 'generic']);

/** Returns the enhanced status code: "5.7.1". `delivery-status.code` is the SMTP code: "550". */
function statusOf(event: unknown): string | undefined {
  return textAt(event, 'delivery-status', 'enhanced-code');
}

function kindOf(event: unknown): EventMeaning | undefined {
  const kind = entryOf(KINDS, textAt(event, 'event'));
  if (kind !== 'bounced') return kind && { kind };
  const reason = textAt(event, 'reason') ?? '';
  if (textAt(event, 'severity') === 'temporary') return { kind: 'delayed' };
  if (SUPPRESSED.test(reason)) return { kind: 'rejected' };
  // The receiver refused the sender.
  if (reason === 'espblock') return { kind, bounce: 'block' };
  return { kind, bounce: bounceOf(SOFT.has(reason) ? 'soft' : 'hard', statusOf(event)) };
}
