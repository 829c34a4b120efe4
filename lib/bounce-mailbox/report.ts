/**
 * Parses reports about messages: delivery status reports (RFC 3464) and feedback reports about spam (RFC 5965). Anyone
 * can send such an email, so the parser reads only protocol fields, within limits, and callers must not trust the
 * fields.
 */
import { type Attachment, type ParsedMail, simpleParser } from 'mailparser';
import { sha256Hex } from '#lib/crypto.ts';
import type { EventKind } from '#lib/delivery-events/kinds.ts';
import { ID_PATTERN } from '#lib/id.ts';
import { reportedBounce } from '#lib/providers/events/bounce.ts';
import { shown, type VendorEvent } from '#lib/providers/events/event-source.ts';
import { type Fields, fieldsOf, first, groupsOf, withoutType } from './fields.ts';

/** Maximum recipients of one report. */
const MAX_RECIPIENTS = 100;
/** Maximum bytes of the returned message’s header that are searched for its Message-ID. */
const MAX_HEAD = 65_536;

/** Whether an email is a report, by its header. Other emails are not parsed. */
export function looksLikeReport(source: Uint8Array): boolean {
  const fields = fieldsOf(Buffer.from(source).subarray(0, MAX_HEAD).toString('latin1'));
  return /^multipart\/report\b/i.test(first(fields, 'content-type') ?? '');
}

/**
 * Returns the events of a report. Empty if the email is not a report about a message of Belfry.
 *
 * @param source the email, whose end may be missing.
 * @param at the time at which the email arrived, by the clock of the mail server. It must be the same in every call for
 * one email.
 */
export async function eventsOfReport(source: Uint8Array, at: Date): Promise<VendorEvent[]> {
  if (!looksLikeReport(source)) return [];
  // The parser rejects emails beyond its limits. Reports of mail servers are never that large.
  const mail = await simpleParser(Buffer.from(source), PARSING).catch(() => undefined);
  if (!mail) return [];
  const original = originalId(mail.attachments);
  if (original === undefined) return [];
  const status = partOf(mail.attachments, ['message/delivery-status', 'message/global-delivery-status']);
  const feedback = partOf(mail.attachments, ['message/feedback-report']);
  const found = status ? deliveryReports(status) : feedback ? complaints(feedback) : [];
  return found.map((event) => ({
    ...event,
    id: eventId(mail, source, [original, event.kind, event.recipient ?? '']),
    at,
    unproven: true as const,
    messageId: original,
  }));
}

/** Options that keep the parser from converting texts and from parsing returned messages. */
const PARSING = {
  keepDeliveryStatus: true,
  ignoreEmbedded: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  maxHtmlLengthToParse: 1,
  maxHeadSize: 262_144,
  maxChildNodes: 100,
  checksumAlgo: false,
} as const;

type Reported = Pick<VendorEvent, 'kind' | 'bounce' | 'recipient' | 'words' | 'code' | 'raw'>;

function partOf(parts: readonly Attachment[], types: readonly string[]): string | undefined {
  const part = parts.find(({ contentType }) => types.includes(contentType.toLowerCase()));
  return part?.content.toString('utf8');
}

const RETURNED = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];

/**
 * Returns the ID of the message that the report is about: the part of its Message-ID before the @. The report contains
 * the Message-ID in the returned message or its header. Undefined unless the ID has the form of Belfry’s IDs.
 */
function originalId(parts: readonly Attachment[]): string | undefined {
  const returned = parts.find(({ contentType }) => RETURNED.includes(contentType.toLowerCase()));
  const head = returned?.content.subarray(0, MAX_HEAD).toString('utf8').trimStart();
  const id = head === undefined ? undefined : first(fieldsOf(head), 'message-id');
  const own = /^<([^<>@\s]+)@[^<>\s]*>$/.exec(id ?? '')?.[1];
  return own !== undefined && ID_PATTERN.test(own) ? own : undefined;
}

/** Returns an ID that is the same in every reading of a report, so that a repeated reading changes nothing. */
function eventId({ messageId }: ParsedMail, source: Uint8Array, parts: readonly string[]): string {
  return sha256Hex([messageId ?? sha256Hex(Buffer.from(source).toString('latin1')), ...parts].join('\n'));
}

const ACTIONS: Readonly<Record<string, EventKind>> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
  // The result of the delivery is still unknown: the next system sends no reports, and an expanded list has further
  // recipients.
  relayed: 'accepted',
  expanded: 'accepted',
};

/**
 * Returns the reports about recipients. The first group of fields describes the message, and each further group
 * describes a recipient. Groups without a known action are omitted.
 */
function deliveryReports(text: string): Reported[] {
  const groups = groupsOf(text, MAX_RECIPIENTS + 1);
  const [ofMessage] = groups;
  return groups.flatMap((fields) => {
    // Some servers write a comment after the action.
    const action = /^[a-z]+/.exec(first(fields, 'action')?.toLowerCase() ?? '')?.[0] ?? '';
    const kind = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (!kind) return [];
    const code = /[245]\.\d{1,3}\.\d{1,3}/.exec(first(fields, 'status') ?? '')?.[0];
    const words = shown(withoutType(first(fields, 'diagnostic-code')));
    const reporter = shown(withoutType(ofMessage && first(ofMessage, 'reporting-mta')));
    return [
      {
        kind,
        ...(kind === 'bounced' && { bounce: reportedBounce(code, words) }),
        recipient: recipientOf(fields),
        words,
        code,
        raw: { action, ...(code && { status: code }), ...(reporter && { reportingMta: reporter }) },
      },
    ];
  });
}

const ADDRESS_TYPES = ['rfc822', 'utf-8'];

/**
 * Returns the recipient. Prefers the original address, to which Belfry sent the message, because a server may have
 * forwarded the message to another address.
 */
function recipientOf(fields: Fields): string | undefined {
  const names = ['original-recipient', 'final-recipient'];
  return names.map((name) => address(withoutType(first(fields, name), ADDRESS_TYPES))).find(Boolean);
}

function address(text: string | undefined): string | undefined {
  const bare = text?.replace(/^<|>$/g, '').trim();
  return bare && /^[^\s@]+@[^\s@]+$/.test(bare) ? bare : undefined;
}

/** The feedback types that are complaints by a recipient (RFC 5965, 7.3). */
const COMPLAINTS = new Set(['abuse', 'fraud']);

function complaints(text: string): Reported[] {
  const fields = fieldsOf(text);
  const type = first(fields, 'feedback-type')?.toLowerCase() ?? '';
  if (!COMPLAINTS.has(type)) return [];
  const named = (fields.get('original-rcpt-to') ?? []).slice(0, MAX_RECIPIENTS);
  const recipients = [...new Set(named.map(address))];
  const reporter = shown(first(fields, 'user-agent'));
  const raw = { feedbackType: type, ...(reporter && { userAgent: reporter }) };
  return (recipients.length > 0 ? recipients : [undefined]).map((recipient) => ({
    kind: 'complained' as const,
    recipient,
    raw,
  }));
}
