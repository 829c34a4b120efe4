import type { Bounce, EventKind } from '#lib/delivery-events/kinds.ts';
import { parseJson } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import { bounceOf, statusIn } from './bounce.ts';
import {
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

/** Reads the events that the vendor pushes: https://docs.mailtrap.io/email-api-smtp/advanced/webhooks */
export const mailtrapEvents: EventSource = {
  proof: 'HMAC-SHA-256 over the body',
  key: { name: 'Signing secret', where: '*Settings* → *Webhooks* → the webhook' },
  setUp:
    '*Settings* → *Webhooks* → *Create New Webhook*, for *Email Sending* and the transactional stream, in either format',
  verify: (request) => {
    assertSigned(request);
    return eventsIn(request.body).flatMap(eventOf);
  },
};

/**
 * Checks the signature of a request:
 * https://docs.mailtrap.io/email-api-smtp/advanced/webhooks#webhook-signature-verification. The signed text contains no
 * time, so the signature never expires.
 */
function assertSigned({ body, header, key }: PushedRequest): void {
  const signature = header('mailtrap-signature');
  if (!signature) throw new UnverifiedError('The request has no signature');
  if (!isHexSignature(signature, key, body))
    throw new UnverifiedError('The signature does not match the signing secret of the integration');
}

/** Returns the events of a body: JSON with a list `events`, or JSON Lines with one event per line. */
function eventsIn(body: Uint8Array): unknown[] {
  const { events } = jsonBody(body);
  return Array.isArray(events) ? events : Buffer.from(body).toString('utf8').split('\n').map(parseJson);
}

/**
 * The meanings of event names: https://docs.mailtrap.io/email-api-smtp/analytics/statuses-and-events. Mailtrap retries
 * after a soft bounce and a suspension.
 */
const KINDS: Record<string, EventKind> = {
  delivery: 'delivered',
  'soft bounce': 'delayed',
  suspension: 'delayed',
  bounce: 'bounced',
  reject: 'rejected',
  open: 'opened',
  click: 'clicked',
  unsubscribe: 'unsubscribed',
  spam: 'complained',
};

/**
 * The bounce kinds of bounce categories: https://docs.mailtrap.io/email-api-smtp/deliverability/bounce-categorization.
 * Only the categories whose cause is not a nonexistent address.
 */
const CATEGORIES: Record<string, Bounce> = {
  badsender: 'block',
  block: 'block',
  content: 'block',
  serverpolicy: 'block',
  spam: 'block',
  spam_gmail: 'block',
  dnsfail: 'soft',
  generalfail: 'soft',
  greylisting: 'soft',
  other: 'soft',
  overquota: 'soft',
  relayfail: 'soft',
  serverfail: 'soft',
  timeout: 'soft',
  transientfail: 'soft',
  verifyfail: 'soft',
};

function bounceIn(event: unknown): Bounce {
  const bounce = entryOf(CATEGORIES, textAt(event, 'bounce_category')?.toLowerCase()) ?? 'hard';
  return bounceOf(bounce, statusIn(textAt(event, 'response')));
}

function eventOf(event: unknown): VendorEvent[] {
  const kind = entryOf(KINDS, textAt(event, 'event'));
  const at = instant(textAt(event, 'timestamp'));
  const id = textAt(event, 'event_id');
  if (!kind || !at || !id) return [];
  return [
    {
      id,
      kind,
      ...(kind === 'bounced' && { bounce: bounceIn(event) }),
      at,
      messageId: textAt(event, 'custom_variables', 'message_id'),
      providerMessageId: textAt(event, 'message_id'),
      recipient: textAt(event, 'email'),
      words: shown(textAt(event, 'response')) ?? shown(textAt(event, 'reason')),
      code: shown(textAt(event, 'response_code')),
      raw: picked(event, [
        ...['event', 'event_id', 'message_id', 'timestamp', 'sending_stream'],
        ...['response_code', 'bounce_category'],
      ]),
    },
  ];
}
