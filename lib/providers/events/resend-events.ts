import { isEqual } from '#lib/crypto.ts';
import type { Bounce, EventKind } from '#lib/delivery-events/kinds.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import { amazonBounce } from './bounce.ts';
import {
  assertRecent,
  type EventSource,
  entryOf,
  hmacSha256,
  instant,
  jsonBody,
  type PushedRequest,
  picked,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/** Reads the events that the vendor pushes: https://resend.com/docs/webhooks/event-types */
export const resendEvents: EventSource = {
  proof: 'HMAC-SHA-256 over ID, time and body (Svix), at most five minutes old',
  key: { name: 'Signing secret', where: '*Webhooks* → the webhook → *Signing Secret*, which begins with `whsec_`' },
  setUp: '*Webhooks* → *Add Webhook*, with all events of `email.`',
  verify: (request) => {
    const id = assertSigned(request);
    return eventOf(jsonBody(request.body), id);
  },
};

/** Five minutes are enough, because a repeated request has a new time and a new signature. */
const VALIDITY = { ms: 5 * 60_000, words: 'five minutes' };

/**
 * Verifies the signature and returns the ID of the event:
 * https://docs.svix.com/receiving/verifying-payloads/how-manual.
 */
function assertSigned({ body, header, key, now }: PushedRequest): string {
  const [id, timestamp, signatures] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(header);
  if (!id || !timestamp || !signatures) throw new UnverifiedError('The request has no signature');
  const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
  const expected = hmacSha256(secret, `${id}.${timestamp}.`, body).toString('base64');
  if (!signatures.split(' ').some((signature) => isEqual(signature, `v1,${expected}`)))
    throw new UnverifiedError('The signature does not match the signing secret of the integration');
  assertRecent(timestamp, now, VALIDITY);
  return id;
}

const KINDS: Record<string, EventKind> = {
  'email.sent': 'accepted',
  'email.delivered': 'delivered',
  'email.delivery_delayed': 'delayed',
  'email.bounced': 'bounced',
  'email.complained': 'complained',
  'email.opened': 'opened',
  'email.clicked': 'clicked',
  'email.failed': 'rejected',
  'email.suppressed': 'rejected',
};

/** Resend sends through Amazon SES and passes on Amazon's bounce types. */
function bounceIn(event: unknown): Bounce {
  return amazonBounce(textAt(event, 'data', 'bounce', 'type'), textAt(event, 'data', 'bounce', 'subType'));
}

/**
 * Returns the event without a recipient, because Resend does not report which of several recipients an event concerns.
 */
function eventOf(event: unknown, id: string): VendorEvent[] {
  const kind = entryOf(KINDS, textAt(event, 'type'));
  // `data.created_at` is not used: it is the time of the message, not of the event.
  const at = instant(textAt(event, 'created_at'));
  if (!kind || !at) return [];
  const words = ['data.bounce.message', 'data.failed.reason', 'data.suppressed.message'];
  return [
    {
      id,
      kind,
      ...(kind === 'bounced' && { bounce: bounceIn(event) }),
      at,
      messageId: textAt(event, 'data', 'tags', 'message_id'),
      providerMessageId: textAt(event, 'data', 'email_id'),
      words: words.map((path) => shown(textAt(event, ...path.split('.')))).find((text) => text !== undefined),
      code: shown(textAt(event, 'data', 'bounce', 'subType')),
      raw: picked(event, ['type', 'created_at', 'data.email_id', 'data.bounce.type', 'data.bounce.subType']),
    },
  ];
}

/** Reads a message. It contains only the name of its last event: no time, no ID and no kind of bounce. */
export const readResendFate: ReadFate = ({ json }, { now }) => {
  const [state, providerMessageId] = [textAt(json, 'last_event'), textAt(json, 'id')];
  if (!state || !providerMessageId) return undefined;
  const kind = entryOf(KINDS, `email.${state}`);
  const id = `${providerMessageId} ${state}`;
  const raw = picked(json, ['id', 'last_event', 'created_at']);
  return { state, events: kind ? [{ id, kind, at: now, isState: true, providerMessageId, raw }] : [] };
};
