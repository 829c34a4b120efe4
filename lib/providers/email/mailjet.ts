import { basic, textAt, textOf } from '#lib/providers/credential.ts';
import { dropdown, EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';
import {
  isUnknownToMailjet,
  mailjetEvents,
  mailjetNumber,
  readMailjetFate,
} from '#lib/providers/events/mailjet-events.ts';
import { registerMailjet } from '#lib/providers/events/mailjet-webhook.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import { type Mailbox, senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';

export const provider = emailProvider({
  id: 'mailjet',
  displayName: 'Mailjet',
  color: '#9585f4',
  docsLink: 'https://dev.mailjet.com/',
  credentials: [
    required('apiKey', 'API Key'),
    required('secretKey', 'API Secret'),
    dropdown('region', 'Region', { 'Default (EU)': '', US: 'us' }),
    ...EMAIL_SENDER,
  ],
  senderDns: {
    docsLink:
      'https://documentation.mailjet.com/hc/en-us/articles/360049641733-Authenticating-Domains-with-SPF-and-DKIM-A-Complete-Guide',
    spf: 'spf.mailjet.com',
    selectors: ['mailjet'],
  },
  events: mailjetEvents,
  ...httpProvider<'email'>({
    auth: (credentials) => ({ headers: basic(textOf(credentials, 'apiKey'), textOf(credentials, 'secretKey')) }),
    request,
    casing: 'pascal',
    accepted: ({ status, json }) => status === 200 && textAt(json, 'Messages', 0, 'Status') === 'success',
    // `MessageID` is not used: it is a number that `JSON.parse` rounds.
    messageId: ({ json }) => textAt(json, 'Messages', 0, 'To', 0, 'MessageUUID'),
    refusal,
    check: {
      // https://dev.mailjet.com/email/reference/sender-addresses-and-domains/sender/
      request: (credentials) => ({ method: 'GET', url: `${origin(credentials)}/v3/REST/sender?Limit=1` }),
      words: () => 'The key works',
    },
    fate: {
      // https://dev.mailjet.com/email/reference/messages/. This request finds the number of the message, which the
      // history requires instead of the UUID.
      request: ({ id, sentAt }, credentials) => ({
        method: 'GET',
        url: `${origin(credentials)}/v3/REST/message`,
        // From one hour earlier, because the clocks may differ.
        query: { CustomID: id, FromTS: String(Math.floor(sentAt.getTime() / 1000) - 3_600), Limit: '100' },
      }),
      isUnknown: isUnknownToMailjet,
      further: (message, credentials, answer) => {
        const number = mailjetNumber(answer, message);
        return number === undefined
          ? undefined
          : { method: 'GET', url: `${origin(credentials)}/v3/REST/messagehistory/${encodeURIComponent(number)}` };
      },
      read: readMailjetFate,
    },
    registration: registerMailjet(origin),
  }),
});

/** Accounts of the US architecture have their own host: https://github.com/mailjet/mailjet-apiv3-nodejs#host */
function origin(credentials: Credentials): string {
  return textOf(credentials, 'region') === 'us' ? 'https://api.us.mailjet.com' : 'https://api.mailjet.com';
}

/** Returns the request that sends a message: https://dev.mailjet.com/email/guides/send-api-v31/ */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc, bcc, replyTo, subject, html, text, headers, attachments = [] } = message;
  const [inlined, attached] = [true, false].map((isInline) =>
    attachments.filter(({ contentId }) => Boolean(contentId) === isInline).map(attachment),
  );
  const mail = {
    From: mailbox(senderOf(message, credentials)),
    To: [mailbox(to)],
    ...(cc && { Cc: cc.map(mailbox) }),
    ...(bcc && { Bcc: bcc.map(mailbox) }),
    ...(replyTo && { ReplyTo: mailbox(replyTo) }),
    Subject: subject,
    ...(text && { TextPart: text }),
    ...(html && { HTMLPart: html }),
    ...(headers && { Headers: headers }),
    ...(attached?.length && { Attachments: attached }),
    ...(inlined?.length && { InlinedAttachments: inlined }),
    // The vendor returns this ID with every event of the message.
    CustomID: id,
  };
  return { url: `${origin(credentials)}/v3.1/send`, json: { Messages: [mail] } };
}

function mailbox({ email, name }: Mailbox) {
  return { Email: email, ...(name && { Name: name }) };
}

function attachment({ name, contentType, content, contentId }: NonNullable<EmailMessage['attachments']>[number]) {
  return {
    ContentType: contentType ?? 'application/octet-stream',
    Filename: name,
    Base64Content: Buffer.from(content).toString('base64'),
    ...(contentId && { ContentID: contentId }),
  };
}

/** The sender does not belong to the account. */
const kindOf = codeKinds({ account: 'send-0008' });

/** Reads the error of the message, or of the request as a whole. */
function refusal({ json }: HttpAnswer): Refusal {
  const inner = ['Messages', 0, 'Errors', 0] as const;
  const code = textAt(json, ...inner, 'ErrorCode') ?? textAt(json, 'ErrorCode');
  return { words: textAt(json, ...inner, 'ErrorMessage') ?? textAt(json, 'ErrorMessage'), code, kind: kindOf(code) };
}
