import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Bounce, EventKind } from '#lib/delivery-events/kinds.ts';
import { textAt } from '#lib/providers/credential.ts';
import { bounceOf } from './bounce.ts';
import {
  anyJson,
  type EventSource,
  entryOf,
  instant,
  type PushedRequest,
  picked,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/**
 * Reads the events that the vendor pushes: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event
 */
export const sendgridEvents: EventSource = {
  proof: 'ECDSA over time and body',
  key: { name: 'Verification key', where: '*Settings* → *Mail Settings* → *Event Webhooks* → *Signed Event Webhook*' },
  setUp: '*Settings* → *Mail Settings* → *Event Webhooks* → *Create new webhook*, with *Signature Verification* on',
  verify: (request) => {
    assertSigned(request);
    const events = anyJson(request.body);
    return Array.isArray(events) ? events.flatMap(eventOf) : [];
  },
};

/**
 * Checks the signature of a request:
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
function assertSigned({ body, header, key }: PushedRequest): void {
  const signature = header('x-twilio-email-event-webhook-signature');
  const timestamp = header('x-twilio-email-event-webhook-timestamp');
  if (signature === undefined || timestamp === undefined)
    throw new UnverifiedError('The request has no signature: switch on Signature Verification at SendGrid');
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  if (!isValid(signed, publicKeyOf(key), signature))
    throw new UnverifiedError('The signature does not match the verification key of the integration');
}

function publicKeyOf(key: string): KeyObject {
  const base64 = key.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s/g, '');
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
  } catch {
    throw new UnverifiedError(
      'The verification key of the integration is not a public key: copy it again from SendGrid',
    );
  }
}

function isValid(signed: Uint8Array, key: KeyObject, signature: string): boolean {
  try {
    return verify('sha256', signed, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

const KINDS: Record<string, EventKind> = {
  processed: 'accepted',
  deferred: 'delayed',
  delivered: 'delivered',
  bounce: 'bounced',
  dropped: 'rejected',
  open: 'opened',
  click: 'clicked',
  spamreport: 'complained',
  unsubscribe: 'unsubscribed',
  group_unsubscribe: 'unsubscribed',
};

/**
 * The bounce classifications that concern the sender or the content:
 * https://www.twilio.com/docs/sendgrid/ui/analytics-and-reporting/bounce-and-block-classifications
 */
const BLOCKS = new Set(['Content', 'Reputation', 'Frequency/Volume', 'Frequency or Volume Too High']);

function bounceIn(event: unknown): Bounce {
  if (BLOCKS.has(textAt(event, 'bounce_classification') ?? '')) return 'block';
  // The type `blocked` means a temporary refusal, such as a full mailbox.
  return bounceOf(textAt(event, 'type') === 'blocked' ? 'soft' : 'hard', textAt(event, 'status'));
}

function eventOf(event: unknown): VendorEvent[] {
  const kind = entryOf(KINDS, textAt(event, 'event'));
  const at = instant(textAt(event, 'timestamp'));
  const id = textAt(event, 'sg_event_id');
  if (!kind || !at || !id) return [];
  return [
    {
      id,
      kind,
      ...(kind === 'bounced' && { bounce: bounceIn(event) }),
      at,
      messageId: textAt(event, 'message_id'),
      // The response to the send request contains only the part of this ID before the first dot.
      providerMessageId: textAt(event, 'sg_message_id')?.split('.', 1)[0],
      recipient: textAt(event, 'email'),
      words: shown(textAt(event, 'reason') ?? textAt(event, 'response')),
      code: shown(textAt(event, 'status')),
      raw: picked(event, ['event', 'type', 'status', 'attempt', 'sg_event_id', 'sg_message_id', 'timestamp']),
    },
  ];
}
