import { asObject, parseJson } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import { amazonBounce, bounceOf } from './bounce.ts';
import {
  type EventMeaning,
  type EventSource,
  instant,
  jsonBody,
  picked,
  shown,
  type VendorEvent,
} from './event-source.ts';
import { assertFromSns, confirmSubscription } from './sns-messages.ts';

/**
 * Reads the events that the vendor pushes:
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html. Reads the older form of
 * notifications too.
 */
export const sesEvents: EventSource = {
  proof: 'RSA of Amazon SNS with a certificate of its hosts, and the topic if entered',
  key: { name: 'Topic ARN', where: 'SNS → *Topics* → the topic. Only messages of this topic are then accepted' },
  setUp:
    'SNS → *Topics* → the topic → *Create subscription*, protocol *HTTPS*. The topic is the destination of an SES *configuration set*. Belfry confirms the subscription',
  addressIsProof: true,
  verify: async (request) => {
    const notice = jsonBody(request.body);
    await assertFromSns(notice, request);
    if (notice.Type === 'SubscriptionConfirmation') await confirmSubscription(notice, request);
    if (notice.Type !== 'Notification') return [];
    const id = textAt(notice, 'MessageId') ?? '';
    return sesEventsOf(asObject(parseJson(textAt(notice, 'Message') ?? '')), id);
  },
};

interface Found extends EventMeaning {
  /** The key of the object that describes the event. */
  part: string;
  words?: string | undefined;
}

/** Returns the events of a notification of SES, one for each recipient. */
export function sesEventsOf(event: unknown, id: string): VendorEvent[] {
  const found = foundIn(event);
  if (!found) return [];
  const { part, kind, bounce, words } = found;
  const at = instant(textAt(event, part, 'timestamp')) ?? instant(textAt(event, 'mail', 'timestamp'));
  if (!at) return [];
  return recipientsOf(asObject(event)[part]).map(({ recipient, words: own, status }) => ({
    id: recipient === undefined ? id : `${id} ${recipient}`,
    kind,
    ...(bounce && { bounce: bounceOf(bounce, status) }),
    at,
    messageId: firstText(event, 'mail', 'tags', 'message_id'),
    providerMessageId: textAt(event, 'mail', 'messageId'),
    recipient,
    words: shown(own) ?? shown(words),
    code: shown(textAt(event, part, 'bounceSubType') ?? textAt(event, part, 'delayType')),
    raw: picked(event, RAW),
  }));
}

const RAW = [
  'eventType',
  'notificationType',
  'mail.messageId',
  'mail.timestamp',
  'bounce.bounceType',
  'bounce.bounceSubType',
  'bounce.timestamp',
  'bounce.feedbackId',
  'complaint.complaintFeedbackType',
  'complaint.timestamp',
  'delivery.timestamp',
  'delivery.processingTimeMillis',
  'deliveryDelay.delayType',
];

function foundIn(event: unknown): Found | undefined {
  switch (textAt(event, 'eventType') ?? textAt(event, 'notificationType')) {
    case 'Send':
      return { kind: 'accepted', part: 'send' };
    case 'Delivery':
      return { kind: 'delivered', part: 'delivery', words: textAt(event, 'delivery', 'smtpResponse') };
    case 'DeliveryDelay':
      return { kind: 'delayed', part: 'deliveryDelay', words: textAt(event, 'deliveryDelay', 'delayType') };
    case 'Bounce': {
      const type = textAt(event, 'bounce', 'bounceType');
      const words = [type, textAt(event, 'bounce', 'bounceSubType')].filter(Boolean).join(': ');
      const bounce = amazonBounce(type, textAt(event, 'bounce', 'bounceSubType'));
      return { kind: 'bounced', bounce, part: 'bounce', words };
    }
    case 'Complaint':
      return { kind: 'complained', part: 'complaint', words: textAt(event, 'complaint', 'complaintFeedbackType') };
    case 'Open':
      return { kind: 'opened', part: 'open' };
    case 'Click':
      return { kind: 'clicked', part: 'click' };
    case 'Subscription':
      return { kind: 'unsubscribed', part: 'subscription' };
    case 'Reject':
      return { kind: 'rejected', part: 'reject', words: textAt(event, 'reject', 'reason') };
    case 'Rendering Failure':
      return { kind: 'rejected', part: 'failure', words: textAt(event, 'failure', 'errorMessage') };
    default:
      return undefined;
  }
}

interface Recipient {
  recipient: string | undefined;
  words?: string | undefined;
  /** The status of the receiving server: "5.1.1". */
  status?: string | undefined;
}

/** Returns the recipients that an event concerns. An event without an address concerns the whole message. */
function recipientsOf(part: unknown): Recipient[] {
  const { bouncedRecipients, complainedRecipients, delayedRecipients, recipients } = asObject(part);
  const listed = [bouncedRecipients, complainedRecipients, delayedRecipients, recipients].find(Array.isArray) ?? [];
  const named = (listed as unknown[]).slice(0, MAX_RECIPIENTS).flatMap((each): Recipient[] => {
    const recipient = typeof each === 'string' ? each : textAt(each, 'emailAddress');
    return recipient === undefined
      ? []
      : [{ recipient, words: textAt(each, 'diagnosticCode'), status: textAt(each, 'status') }];
  });
  return named.length > 0 ? named : [{ recipient: undefined }];
}

/** SES accepts 50 recipients per message. */
const MAX_RECIPIENTS = 50;

/** Returns the first value at a path, because each SES tag has a list of values. */
function firstText(event: unknown, ...path: string[]): string | undefined {
  return textAt(event, ...path, 0);
}
