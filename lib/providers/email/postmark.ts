import { textAt, textOf } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';
import { postmarkEvents, readPostmarkFate } from '#lib/providers/events/postmark-events.ts';
import { registerPostmark } from '#lib/providers/events/postmark-webhook.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type Credentials, type HttpAnswer, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import { mailboxText, senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import type { RefusedRecipient } from '#lib/providers/send.ts';

export const provider = emailProvider({
  id: 'postmark',
  displayName: 'Postmark',
  color: '#ffde00',
  docsLink: 'https://postmarkapp.com/developer',
  credentials: [
    required('apiKey', 'API Key'),
    optional('messageStream', 'Message stream', { advanced: true }),
    ...EMAIL_SENDER,
  ],
  events: postmarkEvents,
  ...httpProvider<'email'>({
    auth: (credentials) => ({ headers: { 'x-postmark-server-token': textOf(credentials, 'apiKey') } }),
    request,
    casing: 'pascal',
    accepted: ({ status, json }) => status === 200 && textAt(json, 'ErrorCode') === '0',
    refusedRecipients: inactive,
    messageId: ({ json }) => textAt(json, 'MessageID'),
    refusal: ({ json }) => {
      const code = textAt(json, 'ErrorCode');
      return { words: textAt(json, 'Message'), code, kind: kindOf(code) };
    },
    check: {
      // https://postmarkapp.com/developer/api/server-api#get-server
      request: () => ({ method: 'GET', url: `${ORIGIN}/server`, headers: { accept: 'application/json' } }),
      words: serverText,
    },
    fate: {
      // https://postmarkapp.com/developer/api/messages-api#outbound-message-details
      request: ({ providerMessageId }) => ({
        method: 'GET',
        url: `${ORIGIN}/messages/outbound/${encodeURIComponent(providerMessageId)}/details`,
        headers: { accept: 'application/json' },
      }),
      // https://postmarkapp.com/developer/api/bounce-api#get-bounces. A second request, because the details of a
      // message do not contain the kinds of its bounces.
      further: ({ providerMessageId }) => ({
        method: 'GET',
        url: `${ORIGIN}/bounces`,
        query: { count: '50', offset: '0', messageID: providerMessageId },
        headers: { accept: 'application/json' },
      }),
      isUnknown: ({ json }) => textAt(json, 'ErrorCode') === UNKNOWN_MESSAGE,
      read: readPostmarkFate,
    },
    registration: registerPostmark,
  }),
});

/**
 * Returns the error kind of a code. 100 means maintenance. The other codes concern the account: an unverified sender,
 * missing credit or approval. https://postmarkapp.com/developer/api/overview#error-codes
 */
const kindOf = codeKinds({ unavailable: '100', account: '400 401 405 412 413' });

/** The error code for an unknown message: https://postmarkapp.com/developer/api/overview#error-codes */
const UNKNOWN_MESSAGE = '701';

const ORIGIN = 'https://api.postmarkapp.com';

/** Returns the request that sends a message: https://postmarkapp.com/developer/api/email-api#send-a-single-email */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc, bcc, replyTo, subject, html, text, headers, attachments } = message;
  const stream = textOf(credentials, 'messageStream');
  return {
    url: `${ORIGIN}/email`,
    headers: { accept: 'application/json' },
    json: {
      From: mailboxText(senderOf(message, credentials)),
      To: mailboxText(to),
      ...(cc && { Cc: cc.map(mailboxText).join(',') }),
      ...(bcc && { Bcc: bcc.map(mailboxText).join(',') }),
      ...(replyTo && { ReplyTo: mailboxText(replyTo) }),
      Subject: subject,
      ...(html && { HtmlBody: html }),
      ...(text && { TextBody: text }),
      ...(headers && { Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })) }),
      ...(attachments?.length && { Attachments: attachments.map(attachment) }),
      ...(stream && { MessageStream: stream }),
      // The vendor returns this ID with every event of the message.
      Metadata: { message_id: id },
    },
  };
}

function attachment({ name, contentType, content, contentId }: NonNullable<EmailMessage['attachments']>[number]) {
  return {
    Name: name,
    Content: Buffer.from(content).toString('base64'),
    ContentType: contentType ?? 'application/octet-stream',
    ...(contentId && { ContentID: `cid:${contentId}` }),
  };
}

/**
 * Reads the refused recipients from the text: "Message OK, but will not deliver to these inactive addresses:
 * a@b.example, c@d.example. Inactive recipients are …"
 */
function inactive({ json }: HttpAnswer): RefusedRecipient[] {
  const words = textAt(json, 'Message') ?? '';
  const list = /inactive addresses: *(.*)/i.exec(words)?.[1] ?? '';
  const addresses = list.split(/[,\s]+/).map((text) => text.replace(/(?<!\.)\.+$/, ''));
  return addresses
    .filter((text) => text.includes('@'))
    .map((address) => ({ address, kind: 'rejected', words, isOwn: false }));
}

function serverText({ json }: HttpAnswer): string {
  return `The token belongs to the server ${textAt(json, 'Name') ?? ''}`.trim();
}
