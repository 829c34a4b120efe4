import { isEqual } from '#lib/crypto.ts';
import type { Bounce, EventKind } from '#lib/delivery-events/kinds.ts';
import { basic, textAt } from './credential.ts';
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

/** https://postmarkapp.com/developer/webhooks/webhooks-overview. Postmark does not sign, but sends a user name and a password. */
export const postmarkEvents: EventSource = {
  key: {
    name: 'User name and password',
    where: '*Basic auth credentials* of the webhook, entered here as `user:password`',
  },
  setUp: 'your server → *Message Stream* → *Webhooks* → *Add webhook*',
  addressIsProof: true,
  verify: (request) => {
    assertKnown(request);
    return eventOf(jsonBody(request.body));
  },
};

function assertKnown({ header, key }: PushedRequest): void {
  if (key === '') return;
  const [user = '', ...password] = key.split(':');
  if (!isEqual(header('authorization') ?? '', basic(user, password.join(':')).authorization ?? ''))
    throw new UnverifiedError('The user name and the password are not those of the integration');
}

interface Found {
  kind: EventKind;
  bounce?: Bounce;
}

/** https://postmarkapp.com/developer/api/bounce-api#bounce-types. Types about other things than the message are left out. */
const BOUNCE_TYPES: Record<string, Found> = {
  HardBounce: { kind: 'bounced', bounce: 'hard' },
  BadEmailAddress: { kind: 'bounced', bounce: 'hard' },
  SoftBounce: { kind: 'bounced', bounce: 'soft' },
  DnsError: { kind: 'bounced', bounce: 'soft' },
  Unknown: { kind: 'bounced', bounce: 'soft' },
  VirusNotification: { kind: 'bounced', bounce: 'block' },
  Blocked: { kind: 'bounced', bounce: 'block' },
  DMARCPolicy: { kind: 'bounced', bounce: 'block' },
  Transient: { kind: 'delayed' },
  // The receiving server classified the content. No person complained.
  SpamNotification: { kind: 'bounced', bounce: 'block' },
  SpamComplaint: { kind: 'complained' },
  Unsubscribe: { kind: 'unsubscribed' },
  ManuallyDeactivated: { kind: 'rejected' },
  Unconfirmed: { kind: 'rejected' },
  SMTPApiError: { kind: 'rejected' },
  TemplateRenderingFailed: { kind: 'rejected' },
};

function kindOf(event: unknown): Found | undefined {
  switch (textAt(event, 'RecordType')) {
    case 'Delivery':
      return { kind: 'delivered' };
    case 'Open':
      return { kind: 'opened' };
    case 'Click':
      return { kind: 'clicked' };
    case 'Bounce':
    case 'SpamComplaint':
      return entryOf(BOUNCE_TYPES, textAt(event, 'Type'));
    case 'SubscriptionChange':
      // Bounces and complaints, which change a subscription too, have events of their own.
      return textAt(event, 'SuppressionReason') === 'ManualSuppression' && suppresses(event)
        ? { kind: 'unsubscribed' }
        : undefined;
    default:
      return undefined;
  }
}

function suppresses(event: unknown): boolean {
  return (event as { SuppressSending?: unknown }).SuppressSending === true;
}

function eventOf(event: unknown): VendorEvent[] {
  const time = ['DeliveredAt', 'BouncedAt', 'ReceivedAt', 'ChangedAt'].map((name) => textAt(event, name));
  const at = instant(time.find((text) => text !== undefined));
  const found = kindOf(event);
  const providerMessageId = textAt(event, 'MessageID');
  if (!found || !at || !providerMessageId) return [];
  const recipient = textAt(event, 'Email') ?? textAt(event, 'Recipient');
  return [
    {
      // Only bounces have an ID.
      id:
        textAt(event, 'ID') ?? [textAt(event, 'RecordType'), providerMessageId, recipient, at.toISOString()].join(' '),
      ...found,
      at,
      messageId: textAt(event, 'Metadata', 'message_id'),
      providerMessageId,
      recipient,
      words: shown(textAt(event, 'Details')) ?? shown(textAt(event, 'Description')),
      code: shown(textAt(event, 'TypeCode')),
      raw: picked(event, ['RecordType', 'ID', 'Type', 'TypeCode', 'Name', 'MessageID', 'MessageStream', 'ServerID']),
    },
  ];
}
