import type { About } from '#lib/reasons/definition.ts';
import { parseReason, type Reason, whyOf } from '#lib/reasons/registry.ts';
import { reportOf } from '#lib/reasons/report-codes.ts';
import { ended, reasonLine, sentSummary, stepSummary } from '#lib/reasons/step-summary.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { counted } from '#lib/text/counted.ts';
import { timesAt } from '#lib/time/day-time.ts';
import type { Message } from './schema.ts';
import { messageState } from './state.ts';

type SummarisedMessage = Pick<Message, 'status' | 'errorText' | 'reason' | 'reported' | 'email' | 'phone'> & {
  seen?: boolean | undefined;
  subscriber?: Parameters<typeof nameOf>[0] | undefined;
};

/** Returns the result of a message with its reason, like the result of a step: "Email failed: SendGrid said “550 no such user”." */
export function messageSummary(message: SummarisedMessage & Pick<Message, 'channel'>): string {
  const { channel: type, errorText } = message;
  const reason = verdictOf(message);
  const state = messageState(message);
  if (!reason) {
    if (state === 'sent') return ended(sentSummary([{ type }]));
    return ended(`${stepLabels[type]}${state === 'failed' ? ' failed' : ''}: ${errorText ?? 'no reason was recorded'}`);
  }
  if (state !== 'attempted') return ended(stepSummary({ type, reason }, aboutMessage(message)));
  return ended(`${stepLabels[type]} not sent at this attempt: ${reasonLine(reason, aboutMessage(message))}`);
}

type InboxMessage = Pick<
  Message,
  'channel' | 'status' | 'seen' | 'read' | 'archivedAt' | 'snoozedUntil' | 'subscriber'
> &
  Pick<Message, 'firstSeenAt' | 'lastSeenDate' | 'lastReadDate' | 'cta' | 'inbox'>;

/**
 * Returns what the subscriber did with an in-app message, the most important first: the click on a button, then the
 * last change of its state: "In-app message read by Jane Cooper at 14:02." Empty if nothing, and for other channels.
 * `now` is in milliseconds.
 */
export function readerSummaries(message: InboxMessage, now: number): string[] {
  const { channel, status, subscriber, inbox } = message;
  if (channel !== 'in_app' || status !== 'sent') return [];
  const times = timesAt(now);
  const who = subscriber ? ` by ${nameOf(subscriber)}` : '';
  const at = (time: string | undefined) => (time === undefined ? '' : ` ${times.on(time)}`);
  const clicks = (inbox?.completed ?? []).toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
  const state = stateText(message, { now, who, at, until: times.time });
  return [
    ...clicks.map((click) => ended(`${buttonText(message, click.type)} clicked${who}${at(click.at)}`)),
    ...(state === undefined ? [] : [ended(`${stepLabels.in_app} message ${state}`)]),
  ];
}

interface Wording {
  now: number;
  who: string;
  at: (time: string | undefined) => string;
  until: (time: string) => string;
}

function stateText(message: InboxMessage, { now, who, at, until }: Wording): string | undefined {
  const { seen, read, archivedAt, snoozedUntil, inbox = {} } = message;
  const { snoozedAt, firstReadAt, unreadAt } = inbox as Partial<NonNullable<Message['inbox']>>;
  if (snoozedUntil && Date.parse(snoozedUntil) > now)
    return `snoozed${who}${at(snoozedAt)}${snoozedAt ? ',' : ''} until ${until(snoozedUntil)}`;
  if (archivedAt) return `archived${who}${at(archivedAt)}`;
  if (read) return `read${who}${at(message.lastReadDate)}`;
  if (firstReadAt) return `read${who}${at(firstReadAt)}, unread again since ${unreadAt ? until(unreadAt) : 'then'}`;
  return seen ? `seen${who}${at(message.firstSeenAt ?? message.lastSeenDate)}, unread` : undefined;
}

/** Returns the label of a button of the message as a quotation, or its kind if the label is withheld. */
export function buttonText({ cta }: Pick<Message, 'cta'>, type: 'primary' | 'secondary'): string {
  const label = cta?.action?.buttons?.find((button) => button.type === type)?.content;
  return label ? `“${label}”` : `The ${type} button`;
}

/**
 * Returns the provider’s report about a sent message, or otherwise the reason of its status. Undefined for a message that
 * an inbox showed later than it was stored.
 */
function verdictOf({ status, reason, reported, seen }: SummarisedMessage): Reason | undefined {
  const report = status === 'sent' ? reportOf(reported) : undefined;
  const known = report ?? parseReason(reason);
  return known?.code === 'stored' && seen ? undefined : known;
}

/**
 * Returns why a message was not sent or did not arrive, as the text after its state: "no phone number" of "Skipped: no
 * phone number". Undefined for other messages.
 */
export function messageWhy(message: SummarisedMessage): string | undefined {
  const reason = verdictOf(message);
  // The state “Reported as spam” says everything.
  if (message.status === 'sent' && (reason?.code === 'complained' || !reportOf(reason))) return undefined;
  return reason ? whyOf(reason, aboutMessage(message)) : message.errorText;
}

/**
 * Returns the parts of a list line for a message whose retries are exhausted: "after 9 attempts" and "“busy”". The page
 * of the message also shows the duration. Undefined for other messages, and if the provider's words are missing or
 * withheld.
 */
export function messageRetries({ reason }: Pick<Message, 'reason'>): { after: string; said: string } | undefined {
  const known = parseReason(reason);
  if (known?.code !== 'retries_exhausted') return undefined;
  const { attempts, words } = known.evidence;
  if (!words || words === WITHHELD) return undefined;
  return { after: `after ${counted(attempts, 'attempt')}`, said: `“${words}”` };
}

function aboutMessage({ subscriber, email, phone }: SummarisedMessage): About {
  return {
    subscriber: subscriber && nameOf(subscriber),
    ...timesAt(Date.now()),
    addresses: [email, phone],
  };
}
