/** Email addresses: parsed once, and formatted for vendors. */
import addressparser from 'nodemailer/lib/addressparser';
import { isEmail } from '#lib/subscribers/formats.ts';
import { type Credentials, textOf } from './credential.ts';
import { asciiDomain, isAmong } from './email-address.ts';
import type { ChannelMessage, EmailMessage, Mailbox } from './message.ts';

export type { Mailbox };

/** Maximum line length of an email (RFC 5322, 2.1.1). */
const MAX_TEXT = 998;

/**
 * Parses `jane@example.com` or `Jane <jane@example.com>` (RFC 5322, 3.4) into address and name. Undefined if the text contains
 * no address or several. `isEmail` checks whether the address is valid.
 */
export function parseMailbox(text: string): Mailbox | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const [first, ...others] = addressparser(text);
  if (others.length > 0 || !first?.address?.includes('@')) return undefined;
  const name = first.name.trim();
  // The parser would also accept a name before an address without brackets, or after the brackets.
  if (name && !/[>)]\s*$/.test(text)) return undefined;
  return { email: first.address, ...(name && { name }) };
}

/** Whether the text is one valid address, with or without a name. */
export function isOneAddress(text: string): boolean {
  return isEmail(parseMailbox(text)?.email ?? '');
}

/** Parses the addresses of a text that may list several. */
export function parseMailboxList(text: string): Mailbox[] {
  return addressparser(text, { flatten: true }).flatMap(({ address, name }) =>
    address ? [{ email: address, ...(name && { name }) }] : [],
  );
}

/** Parses one or several texts into addresses and names. Omits texts that are not addresses. */
export function parseMailboxes(texts: unknown): Mailbox[] {
  const all: unknown[] = Array.isArray(texts) ? texts : [texts];
  return all.flatMap((text) => (typeof text === 'string' ? (parseMailbox(text) ?? []) : []));
}

/** Returns the sender of the message: from the trigger, otherwise from the integration. */
export function senderOf({ from, senderName }: EmailMessage, credentials: Credentials): Mailbox {
  const text = textOf(credentials, 'from');
  const own = parseMailbox(text) ?? { email: text };
  const name = senderName ?? from?.name ?? (textOf(credentials, 'senderName') || own.name);
  return { email: asciiDomain(from?.email ?? own.email), ...(name && { name }) };
}

/** Returns `Name <address>` (RFC 5322, 3.4), with the name in quotes if necessary. */
export function mailboxText({ email, name }: Mailbox): string {
  if (!name) return email;
  const isPlain = /^[\p{L}\p{N} !#$%&'*+/=?^_`{|}~-]+$/u.test(name);
  return `${isPlain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${email}>`;
}

/** Returns several mailboxes as one text, separated by commas. */
export function mailboxList(mailboxes: readonly Mailbox[]): string {
  return mailboxes.map(mailboxText).join(', ');
}

/** Encodes a name that is not ASCII (RFC 2047), for vendors that copy it unchanged into the header. */
export function asciiName({ email, name }: Mailbox): Mailbox {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  if (!name || /^[\x00-\x7f]*$/.test(name)) return { email, ...(name && { name }) };
  return { email, name: encodedWords(name) };
}

/** Returns a text as encoded words of at most 75 characters (RFC 2047). */
export function encodedWords(text: string): string {
  const words = text.match(/.{1,10}/gsu) ?? [];
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** Returns the addresses of all recipients, the main one first. Empty for messages other than emails. */
export function recipientsOf(message: ChannelMessage): string[] {
  if (message.channel !== 'email') return [];
  const { to, cc = [], bcc = [] } = message;
  return [to, ...cc, ...bcc].map(({ email }) => email);
}

/**
 * Returns the message for the recipients who still lack it. Removes the recipients in copy who already have the
 * message. If the main recipient has it, the first remaining recipient in copy becomes the main recipient.
 */
export function forRemainingRecipients<Message extends ChannelMessage>(message: Message): Message {
  if (message.channel !== 'email' || !message.only) return message;
  const { only, to } = message;
  const lacks = ({ email }: Mailbox) => isAmong(email, only);
  const [cc, bcc] = [message.cc ?? [], message.bcc ?? []].map((copies) => copies.filter(lacks));
  const [first = to, ...rest] = lacks(to) ? [to] : [...(cc ?? []), ...(bcc ?? [])];
  const copies = lacks(to) ? { cc, bcc } : { bcc: rest };
  const some = Object.entries(copies).filter(([, mailboxes]) => mailboxes && mailboxes.length > 0);
  return { ...message, to: first, cc: undefined, bcc: undefined, ...Object.fromEntries(some) };
}

/** Converts the domains of all addresses to ASCII (IDNA), the only form that every vendor and server accepts. */
export function withAsciiDomains(message: EmailMessage): EmailMessage {
  const { to, from, replyTo, cc, bcc } = message;
  return {
    ...message,
    to: ascii(to),
    ...(from && { from: ascii(from) }),
    ...(replyTo && { replyTo: ascii(replyTo) }),
    ...(cc && { cc: cc.map(ascii) }),
    ...(bcc && { bcc: bcc.map(ascii) }),
  };
}

function ascii(mailbox: Mailbox): Mailbox {
  return { ...mailbox, email: asciiDomain(mailbox.email) };
}
