import type { EventKind } from '#lib/delivery-events/kinds.ts';
import { asObject, valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import {
  anyJson,
  assertUserAndPassword,
  type EventMeaning,
  type EventSource,
  entryOf,
  instant,
  picked,
  shown,
  type VendorEvent,
} from './event-source.ts';

/**
 * Reads the events that the vendor pushes: https://developers.sparkpost.com/api/webhooks/. SparkPost does not sign, but
 * sends a user name and a password: https://support.sparkpost.com/docs/tech-resources/webhook-authentication
 */
export const sparkpostEvents: EventSource = {
  proof: 'the secret address, and user name and password if entered',
  key: {
    name: 'User name and password',
    where: '*Basic Auth* under *Authentication* of the webhook, entered here as `user:password`',
  },
  setUp: '*Webhooks* → *Create Webhook*',
  addressIsProof: true,
  verify: (request) => {
    assertUserAndPassword(request);
    const batch = anyJson(request.body);
    return Array.isArray(batch) ? batch.flatMap(eventsIn) : [];
  },
};

/**
 * Reads the event in `{ "msys": { "message_event": { … } } }`. The vendor's test of an address contains no event: `{
 * "msys": {} }`.
 */
function eventsIn(item: unknown): VendorEvent[] {
  return Object.values(asObject(asObject(item).msys)).flatMap(eventOf);
}

/**
 * The meanings of event names: https://support.sparkpost.com/docs/tech-resources/sparkpost-event-definitions. Events of
 * inbound mail are omitted.
 */
const KINDS: Record<string, EventKind> = {
  injection: 'accepted',
  delivery: 'delivered',
  delay: 'delayed',
  bounce: 'bounced',
  out_of_band: 'bounced',
  policy_rejection: 'rejected',
  generation_failure: 'rejected',
  generation_rejection: 'rejected',
  spam_complaint: 'complained',
  list_unsubscribe: 'unsubscribed',
  link_unsubscribe: 'unsubscribed',
  // Two images show that a message was opened: one at its beginning, one at its end.
  initial_open: 'opened',
  open: 'opened',
  click: 'clicked',
};

/** The names of the events that are read. */
export const SPARKPOST_EVENTS: readonly string[] = Object.keys(KINDS);

const HARD: EventMeaning = { kind: 'bounced', bounce: 'hard' };
const SOFT: EventMeaning = { kind: 'bounced', bounce: 'soft' };
const BLOCK: EventMeaning = { kind: 'bounced', bounce: 'block' };

/**
 * The meanings of bounce classes: https://support.sparkpost.com/docs/deliverability/bounce-classification-codes. All
 * other classes are soft or undetermined.
 */
const CLASSES: Record<string, EventMeaning> = {
  '10': HARD,
  '30': HARD,
  '90': HARD,
  '50': BLOCK,
  '51': BLOCK,
  '52': BLOCK,
  '53': BLOCK,
  '54': BLOCK,
  // SparkPost rejected the message because of its policies.
  '25': { kind: 'rejected' },
};

/**
 * Classes of mail that was returned although the message was delivered: an automatic reply, a subscription, a
 * challenge.
 */
const REPLIES = new Set(['60', '80', '100']);
const UNSUBSCRIBE_REQUEST = '90';

function kindOf(event: unknown): EventMeaning | undefined {
  const type = textAt(event, 'type');
  const kind = entryOf(KINDS, type);
  if (kind !== 'bounced') return kind && { kind };
  const bounceClass = textAt(event, 'bounce_class') ?? '';
  if (type === 'out_of_band' && REPLIES.has(bounceClass)) return undefined;
  if (type === 'out_of_band' && bounceClass === UNSUBSCRIBE_REQUEST) return { kind: 'unsubscribed' };
  return entryOf(CLASSES, bounceClass) ?? SOFT;
}

const RAW = [
  'type',
  'event_id',
  'message_id',
  'transmission_id',
  'timestamp',
  'bounce_class',
  'error_code',
  'num_retries',
  'fbtype',
];

function eventOf(event: unknown): VendorEvent[] {
  const found = kindOf(event);
  const at = instant(textAt(event, 'timestamp'));
  const id = textAt(event, 'event_id');
  if (!found || !at || !id) return [];
  return [
    {
      id,
      ...found,
      at,
      messageId: textAt(event, 'rcpt_meta', 'message_id'),
      // The response to a message contains the ID of the transmission, which may have several messages.
      providerMessageId: textAt(event, 'transmission_id'),
      recipient: textAt(event, 'raw_rcpt_to') ?? textAt(event, 'rcpt_to'),
      // `raw_reason` is omitted, because it contains addresses.
      words: shown(textAt(event, 'reason')),
      code: shown(textAt(event, 'error_code')),
      raw: picked(event, RAW),
    },
  ];
}

/** Reads the fetched events, which have the fields and the IDs of pushed events. */
export const readSparkPostFate: ReadFate = ({ json }) => {
  const results = valueAt(json, ['results']);
  return Array.isArray(results) ? { events: results.flatMap(eventOf) } : undefined;
};
