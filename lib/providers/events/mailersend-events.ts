import type { EventKind } from '#lib/delivery-events/kinds.ts';
import { valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import { bounceOf, statusIn } from './bounce.ts';
import {
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

/** Reads the events that the vendor pushes: https://developers.mailersend.com/api/v1/webhooks.html */
export const mailersendEvents: EventSource = {
  proof: 'HMAC-SHA-256 over the body',
  key: { name: 'Signing secret', where: 'The webhook, after it was saved' },
  setUp: '*Domains* → *Manage* → *Webhooks* → *Create webhook*, with the events of `activity.`',
  isTest: ({ body, header }) =>
    textAt(jsonBody(body), 'type') === 'webhook.test' && isHexSignature(header('signature') ?? '', TEST_SECRET, body),
  verify: (request) => {
    assertSigned(request);
    return eventOf(jsonBody(request.body));
  },
};

/**
 * The public secret with which MailerSend signs the test of an address. MailerSend saves a webhook, and shows the
 * webhook’s own secret, only if the test succeeded:
 * https://developers.mailersend.com/api/v1/webhooks.html#webhooks-overview
 */
const TEST_SECRET = 'test_Am3L1GuOIc4blLUuHqAPxxwkZaJyEk8G'; // cspell:disable-line

/**
 * Checks the signature of a request: https://developers.mailersend.com/api/v1/webhooks.html#security. The signed text
 * contains no time, so the signature never expires.
 */
function assertSigned({ body, header, key }: PushedRequest): void {
  const signature = header('signature');
  if (!signature) throw new UnverifiedError('The request has no signature');
  if (!isHexSignature(signature, key, body))
    throw new UnverifiedError('The signature does not match the signing secret of the integration');
}

const KINDS: Record<string, EventKind> = {
  'activity.sent': 'accepted',
  'activity.deferred': 'delayed',
  'activity.delivered': 'delivered',
  'activity.soft_bounced': 'bounced',
  'activity.hard_bounced': 'bounced',
  'activity.opened': 'opened',
  'activity.opened_unique': 'opened',
  'activity.clicked': 'clicked',
  'activity.clicked_unique': 'clicked',
  'activity.unsubscribed': 'unsubscribed',
  'activity.spam_complaint': 'complained',
};

/**
 * Reads an event of either webhook version. In the older version, `email` is an object, and `morph` contains the
 * reason.
 */
function eventOf(event: unknown): VendorEvent[] {
  const type = textAt(event, 'type');
  const kind = entryOf(KINDS, type);
  const id = textAt(event, 'data', 'id');
  // `data.created_at` has precedence: in the older version, the outer `created_at` is the time of the request.
  const at = instant(textAt(event, 'data', 'created_at') ?? textAt(event, 'created_at'));
  if (!kind || !at || !id) return [];
  const reason = textAt(event, 'data', 'morph', 'readable_reason') ?? textAt(event, 'data', 'morph', 'reason');
  const bounce = bounceOf(type === 'activity.hard_bounced' ? 'hard' : 'soft', statusIn(reason));
  return [
    {
      id,
      kind,
      ...(kind === 'bounced' && { bounce }),
      at,
      providerMessageId: textAt(event, 'data', 'message_id') ?? textAt(event, 'data', 'email', 'message', 'id'),
      recipient: textAt(event, 'data', 'email') ?? textAt(event, 'data', 'email', 'recipient', 'email'),
      words: shown(reason),
      raw: picked(event, ['type', 'created_at', 'data.id', 'data.message_id', 'data.email.message.id']),
    },
  ];
}

/**
 * The state `rejected` means a bounce, but does not show whether the failure is temporary or permanent. The event
 * therefore has no `bounce`, and suppresses no address. `queued` is omitted, because it adds nothing.
 */
const STATES: Record<string, EventMeaning> = {
  sent: { kind: 'accepted' },
  delivered: { kind: 'delivered' },
  rejected: { kind: 'bounced' },
  soft_bounced: { kind: 'bounced', bounce: 'soft' },
  hard_bounced: { kind: 'bounced', bounce: 'hard' },
};

/**
 * Reads a message, which contains one email for each recipient. The documented fields of an email do not name the
 * recipient, so a state counts only if all emails of the message have it.
 */
export const readMailerSendFate: ReadFate = ({ json }, { message: { providerMessageId }, now }) => {
  const emails = valueAt(json, ['data', 'emails']);
  if (textAt(json, 'data', 'id') === undefined || !Array.isArray(emails)) return undefined;
  const states = [...new Set(emails.map((email) => textAt(email, 'status')))];
  const [state] = states;
  const found = states.length === 1 ? entryOf(STATES, state) : undefined;
  if (!found) return { state: states.filter(Boolean).join(', ') || undefined, events: [] };
  const raw = { 'data.id': providerMessageId, status: state ?? '' };
  return {
    state,
    events: [{ id: `${providerMessageId} ${state}`, ...found, at: now, isState: true, providerMessageId, raw }],
  };
};
