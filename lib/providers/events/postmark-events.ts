import { asObject, valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import {
  assertUserAndPassword,
  type EventMeaning,
  type EventSource,
  entryOf,
  instant,
  jsonBody,
  picked,
  shown,
  type VendorEvent,
} from './event-source.ts';

/**
 * Reads the events that the vendor pushes: https://postmarkapp.com/developer/webhooks/webhooks-overview. Postmark does
 * not sign, but sends a user name and a password.
 */
export const postmarkEvents: EventSource = {
  proof: 'the secret address, and user name and password if entered',
  key: {
    name: 'User name and password',
    where: '*Basic auth credentials* of the webhook, entered here as `user:password`',
  },
  setUp: 'your server → *Message Stream* → *Webhooks* → *Add webhook*',
  addressIsProof: true,
  verify: (request) => {
    assertUserAndPassword(request);
    return eventOf(jsonBody(request.body));
  },
};

/**
 * The meanings of bounce types: https://postmarkapp.com/developer/api/bounce-api#bounce-types. Types that do not
 * concern the message are omitted.
 */
const BOUNCE_TYPES: Record<string, EventMeaning> = {
  HardBounce: { kind: 'bounced', bounce: 'hard' },
  BadEmailAddress: { kind: 'bounced', bounce: 'hard' },
  SoftBounce: { kind: 'bounced', bounce: 'soft' },
  DnsError: { kind: 'bounced', bounce: 'soft' },
  Unknown: { kind: 'bounced', bounce: 'soft' },
  VirusNotification: { kind: 'bounced', bounce: 'block' },
  Blocked: { kind: 'bounced', bounce: 'block' },
  DMARCPolicy: { kind: 'bounced', bounce: 'block' },
  Transient: { kind: 'delayed' },
  // The receiving server classified the content as spam. No person complained.
  SpamNotification: { kind: 'bounced', bounce: 'block' },
  SpamComplaint: { kind: 'complained' },
  Unsubscribe: { kind: 'unsubscribed' },
  ManuallyDeactivated: { kind: 'rejected' },
  Unconfirmed: { kind: 'rejected' },
  SMTPApiError: { kind: 'rejected' },
  TemplateRenderingFailed: { kind: 'rejected' },
};

function kindOf(event: unknown): EventMeaning | undefined {
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
      // Bounces and complaints change a subscription too, but Postmark sends separate events for them.
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
      id: textAt(event, 'ID') ?? idOf(event, providerMessageId, recipient, at),
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

/**
 * Returns the ID of an event, because Postmark has IDs only for bounces. The ID of a delivery omits the time: a
 * delivery occurs once per recipient, and its fetched and pushed times may differ.
 */
function idOf(event: unknown, messageId: string, recipient: string | undefined, at: Date): string {
  const type = textAt(event, 'RecordType');
  const parts = [type, messageId, recipient];
  return (type === 'Delivery' ? parts : [...parts, at.toISOString()]).join(' ');
}

/** The names of pushed events, by the types of a message’s events. Bounces come from the second response. */
const RECORD_TYPES: Record<string, string> = { Delivered: 'Delivery', Opened: 'Open', LinkClicked: 'Click' };

/** Reads the details of a message, and its bounces and complaints, which have the same form as pushed events. */
export const readPostmarkFate: ReadFate = ({ json }, { further }) => {
  const [events, bounces] = [valueAt(json, ['MessageEvents']), valueAt(further?.json, ['Bounces'])];
  const messageId = textAt(json, 'MessageID');
  if (!Array.isArray(events) || !Array.isArray(bounces) || messageId === undefined) return undefined;
  const own = events.map((event) => ({
    RecordType: entryOf(RECORD_TYPES, textAt(event, 'Type')),
    MessageID: messageId,
    Recipient: textAt(event, 'Recipient'),
    ReceivedAt: textAt(event, 'ReceivedAt'),
    Details: textAt(event, 'Details', 'DeliveryMessage'),
  }));
  const returned = bounces.map((bounce) => ({ ...asObject(bounce), RecordType: 'Bounce' }));
  return { state: textAt(json, 'Status'), events: [...own, ...returned].flatMap(eventOf) };
};
