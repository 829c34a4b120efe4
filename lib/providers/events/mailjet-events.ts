import type { EventKind } from '#lib/delivery-events/kinds.ts';
import { parseJson, valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { HttpAnswer, ReadFate } from '#lib/providers/http/http.ts';
import { isSuccess } from '#lib/providers/http/http-answer.ts';
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
import type { AcceptedMessage } from './fate.ts';

/**
 * Reads the events that the vendor pushes: https://dev.mailjet.com/email/guides/webhooks/. Mailjet does not sign, but
 * accepts an address with a user name and a password.
 */
export const mailjetEvents: EventSource = {
  proof: 'the secret address, and user name and password if entered',
  key: {
    name: 'User name and password',
    where: 'The address as you enter it at Mailjet: `https://user:password@…`. Enter `user:password` here too',
  },
  setUp: '*Account settings* → *Event notifications (webhooks)*, once for each event',
  addressIsProof: true,
  verify: (request) => {
    assertUserAndPassword(request);
    const body = anyJson(request.body);
    // Mailjet sends a list only if the customer chose to group events.
    return (Array.isArray(body) ? body : [body]).flatMap(eventOf);
  },
};

const KINDS: Record<string, EventKind> = {
  sent: 'delivered',
  open: 'opened',
  click: 'clicked',
  bounce: 'bounced',
  blocked: 'rejected',
  spam: 'complained',
  unsub: 'unsubscribed',
};

const REPEATED: ReadonlySet<EventKind> = new Set(['delayed', 'opened', 'clicked']);

/** Returns the meaning of an event: https://dev.mailjet.com/email/guides/webhooks/#possible-values-for-errors */
function kindOf(event: unknown): EventMeaning | undefined {
  const kind = entryOf(KINDS, textAt(event, 'event'));
  if (kind !== 'bounced') return kind && { kind };
  const isHard = valueAt(event, ['hard_bounce']) === true;
  const error = textAt(event, 'error');
  // Mailjet retries a greylisted message.
  if (error === 'greylisted' && !isHard) return { kind: 'delayed' };
  // The receiver refused the sender or the content.
  if (textAt(event, 'error_related_to') === 'spam' || error === 'relay/access denied') return { kind, bounce: 'block' };
  return { kind, bounce: isHard ? 'hard' : 'soft' };
}

function eventOf(event: unknown): VendorEvent[] {
  const found = kindOf(event);
  const at = instant(textAt(event, 'time'));
  // `MessageID` is a number that `JSON.parse` rounds.
  const providerMessageId = textAt(event, 'Message_GUID');
  if (!found || !at || !providerMessageId) return [];
  const words = ['comment', 'smtp_reply', 'error'];
  return [
    {
      // Events have no ID, so one is composed. Each recipient has a separate message, which can be opened several
      // times.
      id: [textAt(event, 'event'), providerMessageId, ...(REPEATED.has(found.kind) ? [at.toISOString()] : [])].join(
        ' ',
      ),
      ...found,
      at,
      messageId: textAt(event, 'CustomID'),
      providerMessageId,
      recipient: textAt(event, 'email'),
      words: words.map((name) => shown(textAt(event, name))).find((text) => text !== undefined),
      code: shown(textAt(event, 'error')),
      raw: picked(event, ['event', 'time', 'Message_GUID', 'error_related_to', 'error', 'source']),
    },
  ];
}

/**
 * Whether the list does not contain this message. Messages to recipients in copy have the same `CustomID` and another
 * UUID.
 */
export function isUnknownToMailjet(answer: HttpAnswer, message: AcceptedMessage): boolean {
  return isSuccess(answer) && Array.isArray(valueAt(answer.json, ['Data'])) && !listed(answer, message);
}

/** Returns the number of a message. The number is too large for `JSON.parse`, so it is read as text. */
export function mailjetNumber(answer: HttpAnswer, message: AcceptedMessage): string | undefined {
  return textAt(listed(answer, message), 'ID');
}

function listed({ body }: HttpAnswer, { providerMessageId }: AcceptedMessage): unknown {
  const data = valueAt(parseJson(body.replace(/"ID"\s*:\s*(\d+)/g, '"ID":"$1"')), ['Data']);
  return Array.isArray(data) ? data.find((each) => textAt(each, 'UUID') === providerMessageId) : undefined;
}

/** The names of pushed events, by the names of fetched events: https://dev.mailjet.com/email/reference/messages/ */
const PUSHED_NAMES: Record<string, string> = {
  sent: 'sent',
  opened: 'open',
  clicked: 'click',
  bounce: 'bounce',
  softbounced: 'bounce',
  hardbounced: 'bounce',
  blocked: 'blocked',
  spam: 'spam',
  unsub: 'unsub',
};

/** The errors that Mailjet attributes to spam. The history has no `error_related_to`. */
const SPAM_ERRORS = new Set(['sender blocked', 'content blocked', 'policy issue']);

/** Reads the history of a message. The events have the IDs of pushed events. */
export const readMailjetFate: ReadFate = (answer, { message, further }) => {
  const [found, events] = [listed(answer, message), valueAt(further?.json, ['Data'])];
  if (!found || !Array.isArray(events)) return undefined;
  const pushed = events.map((event) => {
    const [type, error] = [textAt(event, 'EventType'), textAt(event, 'State')];
    return {
      event: entryOf(PUSHED_NAMES, type),
      time: textAt(event, 'EventAt'),
      Message_GUID: message.providerMessageId,
      email: message.to,
      hard_bounce: type === 'hardbounced',
      ...(error && { error, ...(SPAM_ERRORS.has(error) && { error_related_to: 'spam' }) }),
      comment: textAt(event, 'Comment'),
    };
  });
  return { state: textAt(found, 'Status'), events: pushed.flatMap(eventOf) };
};
