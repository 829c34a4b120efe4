/** Converts a message to the mail that is sent over SMTP. */
import type { SendMailOptions } from 'nodemailer';
import { type Credentials, textOf } from '#lib/providers/credential.ts';
import { asciiDomain, isAmong } from '#lib/providers/email-address.ts';
import { encodedWords, type Mailbox, mailboxText, parseMailbox, senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import { ProviderError } from '#lib/providers/send.ts';
import { mailHeaders, smtpOverrides } from './smtp-overrides.ts';

export type Mail = SendMailOptions & { messageId: string; envelope: Envelope };

/** The addresses of the SMTP envelope, without names. */
interface Envelope {
  from: string;
  to: string[];
}

/** Returns the mail of a message. @throws {ProviderError} if a header does not fit into an email. */
export function mailOf(message: EmailMessage, credentials: Credentials): Mail {
  const { id, to, subject, html, text, headers, attachments } = message;
  const from = senderOf(message, credentials);
  // Provider overrides take precedence.
  const overrides = smtpOverrides(message.overrides);
  const {
    cc = message.cc,
    bcc = message.bcc,
    replyTo = message.replyTo && [message.replyTo],
    sender,
    ...others
  } = overrides;
  const [copies, blind, answering] = [cc ?? [], bcc ?? [], replyTo ?? []];
  assertLines({ ...mailHeaders(headers ?? {}), ...overrides.headers });
  assertLines({ 'with an address': [from, to, ...copies, ...answering].map(mailboxText) });
  return {
    envelope: { from: bounceAddress(credentials) ?? from.email, to: lacking(message, [to, ...copies, ...blind]) },
    from: written(from),
    to: written(to),
    ...(cc && { cc: cc.map(written) }),
    ...(bcc && { bcc: bcc.map(written) }),
    ...(replyTo && { replyTo: replyTo.map(written) }),
    ...(sender && { sender: written(sender) }),
    subject: foldable(subject),
    html,
    text,
    // The same for all attempts, so that the recipient's server can recognise a duplicate.
    messageId: `<${id}@${from.email.split('@').at(-1) || 'localhost'}>`,
    ...(headers && { headers: mailHeaders(headers) }),
    ...(attachments && {
      attachments: attachments.map(({ name, contentType, content, contentId }) => ({
        filename: name,
        content: Buffer.from(content),
        ...(contentType && { contentType }),
        ...(contentId && { cid: contentId }),
      })),
    }),
    ...others,
  };
}

/** Returns the address to which servers return reports. Undefined: reports go to the sender. */
function bounceAddress(credentials: Credentials): string | undefined {
  const email = parseMailbox(textOf(credentials, 'bounceAddress'))?.email;
  return email && asciiDomain(email);
}

/** Maximum octets of a header line. RFC 5322, 2.1.1 recommends 78. */
const LONGEST = 998;

/** Encodes a word that is too long for a line (RFC 2047), because lines can be folded only at spaces. */
function foldable(text: string): string {
  return /\S{70}/.test(text) ? encodedWords(text) : text;
}

/** Checks headers that cannot be encoded. @throws {ProviderError} if a word is too long for a line. */
function assertLines(headers: Readonly<Record<string, string | string[]>>): void {
  for (const [name, value] of Object.entries(headers)) {
    const words = [value].flat().flatMap((text) => text.split(/\s+/));
    const longest = Math.max(...words.map((word) => Buffer.byteLength(word)));
    if (name.length + 2 + longest <= LONGEST) continue;
    const problem = `The header ${name} has a word of ${longest} octets; a line of an email holds at most ${LONGEST}`;
    throw new ProviderError('rejected', { words: problem, exchange: { request: '' }, isOwn: true });
  }
}

/**
 * Returns each recipient once. On a retry, returns only the recipients who lack the message. Headers still contain all
 * recipients.
 */
function lacking({ only }: EmailMessage, recipients: readonly Mailbox[]): string[] {
  const addresses = recipients.map(({ email }) => email);
  return addresses.filter((address, at) => {
    const isFirst = !isAmong(address, addresses.slice(0, at));
    return isFirst && (!only || isAmong(address, only));
  });
}

function written({ email, name }: Mailbox) {
  return { address: email, name: name ?? '' };
}
