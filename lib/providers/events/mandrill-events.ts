import { isEqual } from '#lib/crypto.ts';
import type { EventKind } from '#lib/delivery-events/kinds.ts';
import { parseJson } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import { bounceOf } from './bounce.ts';
import {
  type EventSource,
  entryOf,
  formSignature,
  instant,
  type PushedRequest,
  picked,
  type SentRequest,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/** Reads the events that the vendor pushes: https://mailchimp.com/developer/transactional/docs/webhooks/ */
export const mandrillEvents: EventSource = {
  proof: 'HMAC-SHA-1 over address and form',
  key: { name: 'Webhook key', where: '*Webhooks* → the column *Key*, after the webhook is created' },
  setUp: '*Webhooks* → *Add a Webhook*, with the events of messages',
  isTest: (request) => {
    const form = formOf(request);
    return form.get('mandrill_events') === '[]' && isSigned(form, TEST_KEY, request);
  },
  verify: (request) => {
    const form = formOf(request);
    assertSigned(form, request);
    const events = parseJson(form.get('mandrill_events') ?? '');
    return Array.isArray(events) ? events.flatMap(eventOf) : [];
  },
};

/**
 * The key with which Mandrill signs its test of a new address. The test is an empty list of events. Mandrill shows a
 * webhook's own key only after this test succeeded:
 * https://mandrill.zendesk.com/hc/en-us/articles/360038740014-Why-can-t-my-webhook-or-inbound-route-URL-be-verified
 */
const TEST_KEY = 'test-webhook';

function formOf({ body }: SentRequest): URLSearchParams {
  return new URLSearchParams(Buffer.from(body).toString('utf8'));
}

/**
 * Checks the signature of a request:
 * https://mailchimp.com/developer/transactional/guides/track-respond-activity-webhooks/#authenticating-webhook-requests
 */
function assertSigned(form: URLSearchParams, request: PushedRequest): void {
  if (request.header('x-mandrill-signature') === undefined) throw new UnverifiedError('The request has no signature');
  if (!isSigned(form, request.key, request))
    throw new UnverifiedError('The signature does not match the address and the webhook key of the integration');
}

function isSigned(form: URLSearchParams, key: string, { url, header }: SentRequest): boolean {
  return isEqual(formSignature(key, url, form), header('x-mandrill-signature') ?? '');
}

const KINDS: Record<string, EventKind> = {
  send: 'accepted',
  deferral: 'delayed',
  delivered: 'delivered',
  hard_bounce: 'bounced',
  soft_bounce: 'bounced',
  reject: 'rejected',
  open: 'opened',
  click: 'clicked',
  spam: 'complained',
  unsub: 'unsubscribed',
};

/** Matches the status in "smtp;550 5.1.1 The email account that you tried to reach does not exist." */
const STATUS = /^(?:smtp;)?\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b/;

function eventOf(event: unknown): VendorEvent[] {
  const name = textAt(event, 'event');
  const kind = entryOf(KINDS, name);
  const at = instant(textAt(event, 'ts'));
  // Each recipient has a separate message.
  const providerMessageId = textAt(event, 'msg', '_id');
  if (!kind || !at || !providerMessageId) return [];
  const diagnosis = textAt(event, 'msg', 'diag');
  const description = shown(textAt(event, 'msg', 'bounce_description'));
  return [
    {
      // Events have no ID of their own, only the ID of their message.
      id: `${name} ${providerMessageId}`,
      kind,
      ...(kind === 'bounced' && {
        bounce: bounceOf(name === 'hard_bounce' ? 'hard' : 'soft', STATUS.exec(diagnosis ?? '')?.[1]),
      }),
      at,
      messageId: textAt(event, 'msg', 'metadata', 'message_id'),
      providerMessageId,
      recipient: textAt(event, 'msg', 'email'),
      words: shown(diagnosis) ?? description,
      code: description,
      raw: picked(event, ['event', 'ts', 'msg._id', 'msg.state', 'msg.bounce_description', 'msg.bgtools_code']),
    },
  ];
}
