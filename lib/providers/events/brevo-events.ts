import { isEqual } from '#lib/crypto.ts';
import type { Bounce, EventKind } from '#lib/delivery-events/kinds.ts';
import { isObject, valueAt } from '#lib/json/values.ts';
import { basic, bearer, textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import { type HttpAnswer, hasNone, isSuccess } from '#lib/providers/http/http-answer.ts';
import { bounceOf, statusIn } from './bounce.ts';
import {
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

/**
 * Reads the events that the vendor pushes: https://developers.brevo.com/docs/transactional-webhooks. Brevo does not
 * sign, but sends a user name and a password, or a token: https://developers.brevo.com/docs/secured-webhooks
 */
export const brevoEvents: EventSource = {
  proof: 'the secret address, and user name and password or a token if entered',
  key: {
    name: 'User name and password, or token',
    where: 'The authentication of the webhook, entered here as `user:password`, or the token alone',
  },
  setUp: 'your account → *Integrations* → *Webhooks* → *Add webhook*, with the events of *Transactional email*',
  addressIsProof: true,
  verify: (request) => {
    assertKnown(request);
    return eventOf(jsonBody(request.body));
  },
};

function assertKnown({ header, key }: PushedRequest): void {
  if (key === '') return;
  const [user = '', ...password] = key.split(':');
  const { authorization = '' } = password.length > 0 ? basic(user, password.join(':')) : bearer(key);
  if (!isEqual(header('authorization') ?? '', authorization))
    throw new UnverifiedError('The user name and the password, or the token, do not match the integration');
}

/**
 * `proxy_open` is omitted, because a proxy of the mailbox provider loads the images whether or not a person opens the
 * message.
 */
const KINDS: Record<string, EventKind> = {
  request: 'accepted',
  deferred: 'delayed',
  delivered: 'delivered',
  soft_bounce: 'bounced',
  hard_bounce: 'bounced',
  blocked: 'rejected',
  invalid_email: 'rejected',
  error: 'rejected',
  opened: 'opened',
  unique_opened: 'opened',
  click: 'clicked',
  unsubscribed: 'unsubscribed',
  spam: 'complained',
  // The name in older versions of the documentation.
  complaint: 'complained',
};

/** Events that can happen several times to a message. */
const REPEATED: ReadonlySet<EventKind> = new Set(['delayed', 'opened', 'clicked']);

function bounceIn(event: unknown): Bounce {
  // Brevo passes on only the receiving server's text, so the status code is read from the text.
  return bounceOf(textAt(event, 'event') === 'hard_bounce' ? 'hard' : 'soft', statusIn(textAt(event, 'reason')));
}

function eventOf(event: unknown): VendorEvent[] {
  const kind = entryOf(KINDS, textAt(event, 'event'));
  // Reads `ts_event`, because `date` has no time zone, and `ts_epoch` is in seconds in some events.
  const at = instant(textAt(event, 'ts_event'));
  const providerMessageId = textAt(event, 'message-id');
  if (!kind || !at || !providerMessageId) return [];
  const recipient = textAt(event, 'email');
  return [
    {
      // Brevo's `id` is the ID of the webhook, and events have no ID. The time is included only for repeatable kinds,
      // because a fetched event may have another time than the pushed one.
      id: [
        textAt(event, 'event'),
        providerMessageId,
        recipient,
        ...(REPEATED.has(kind) ? [at.toISOString()] : []),
      ].join(' '),
      kind,
      ...(kind === 'bounced' && { bounce: bounceIn(event) }),
      at,
      messageId: textAt(event, 'X-Mailin-custom'),
      providerMessageId,
      recipient,
      words: shown(textAt(event, 'reason')),
      // The message ID is omitted, because it has the form of an address.
      raw: picked(event, ['event', 'id', 'ts', 'ts_event', 'ts_epoch', 'template_id']),
    },
  ];
}

/**
 * The names of pushed events, by the names of fetched events. `loadedByProxy` is omitted, because no person opened the
 * message.
 */
const PUSHED_NAMES: Record<string, string> = {
  requests: 'request',
  deferred: 'deferred',
  delivered: 'delivered',
  softBounces: 'soft_bounce',
  hardBounces: 'hard_bounce',
  blocked: 'blocked',
  invalid: 'invalid_email',
  error: 'error',
  opened: 'opened',
  clicks: 'click',
  unsubscribed: 'unsubscribed',
  spam: 'spam',
};

/** Whether Brevo has no events of the message. Brevo omits an empty list. */
export function isUnknownToBrevo(answer: HttpAnswer): boolean {
  const isEmpty = isSuccess(answer) && isObject(answer.json) && Object.keys(answer.json).length === 0;
  return isEmpty || hasNone('events')(answer);
}

export const readBrevoFate: ReadFate = ({ json }) => {
  const events = valueAt(json, ['events']);
  if (!Array.isArray(events)) return undefined;
  const pushed = events.map((event) => ({
    event: entryOf(PUSHED_NAMES, textAt(event, 'event')),
    ts_event: textAt(event, 'date'),
    'message-id': textAt(event, 'messageId'),
    email: textAt(event, 'email'),
    reason: textAt(event, 'reason'),
  }));
  return { events: pushed.flatMap(eventOf) };
};
