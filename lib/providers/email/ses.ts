import { textAt, textOf } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';
import { sesEvents } from '#lib/providers/events/ses-events.ts';
import { AWS_THROTTLING, awsOrigin, awsSignature } from '#lib/providers/http/aws.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import { asciiName, type Mailbox, mailboxText, senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';

export const provider = emailProvider({
  id: 'ses',
  displayName: 'SES',
  color: '#ff9900',
  docsLink: 'https://docs.aws.amazon.com/ses/',
  credentials: [
    required('apiKey', 'Access key ID'),
    required('secretKey', 'Secret access key'),
    required('region', 'Region'),
    optional('configurationSet', 'Configuration set', { advanced: true }),
    optional('token', 'Session token', { advanced: true }),
    ...EMAIL_SENDER,
  ],
  events: sesEvents,
  ...httpProvider<'email'>({
    auth: () => ({ headers: {} }),
    request,
    sign: awsSignature('ses'),
    casing: 'pascal',
    messageId: ({ json }) => textAt(json, 'MessageId'),
    refusal,
    check: {
      // https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetAccount.html
      request: (credentials) => ({ method: 'GET', url: `${awsOrigin('email', credentials)}/v2/email/account` }),
      // For a valid key that may only send, Amazon returns this error.
      accepted: (answer) => answer.status === 200 || codeOf(answer) === 'AccessDeniedException',
      words: accountText,
    },
  }),
});

/**
 * Returns the request that sends a message: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc, bcc, replyTo, subject, html, text, headers, attachments } = message;
  const configurationSet = textOf(credentials, 'configurationSet');
  return {
    url: `${awsOrigin('email', credentials)}/v2/email/outbound-emails`,
    json: {
      FromEmailAddress: encoded(senderOf(message, credentials)),
      Destination: {
        ToAddresses: [encoded(to)],
        ...(cc && { CcAddresses: cc.map(encoded) }),
        ...(bcc && { BccAddresses: bcc.map(encoded) }),
      },
      ...(replyTo && { ReplyToAddresses: [encoded(replyTo)] }),
      Content: {
        Simple: {
          Subject: utf8(subject),
          Body: { ...(html && { Html: utf8(html) }), ...(text && { Text: utf8(text) }) },
          ...(headers && { Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })) }),
          ...(attachments?.length && { Attachments: attachments.map(attachment) }),
        },
      },
      ...(configurationSet && { ConfigurationSetName: configurationSet }),
      // SES publishes this tag with every event of the message.
      EmailTags: [{ Name: 'message_id', Value: id }],
    },
  };
}

function encoded(mailbox: Mailbox): string {
  return mailboxText(asciiName(mailbox));
}

function utf8(Data: string) {
  return { Data, Charset: 'UTF-8' };
}

function attachment({ name, contentType, content, contentId }: NonNullable<EmailMessage['attachments']>[number]) {
  return {
    FileName: name,
    RawContent: Buffer.from(content).toString('base64'),
    ...(contentType && { ContentType: contentType }),
    ...(contentId ? { ContentDisposition: 'INLINE', ContentId: contentId } : { ContentDisposition: 'ATTACHMENT' }),
  };
}

/** Returns the exception's name, from the header or else the body: https://smithy.io/2.0/aws/protocols/aws-restjson1-protocol.html#operation-error-serialization */
function codeOf({ headers, json }: HttpAnswer): string | undefined {
  const name = headers['x-amzn-errortype'] ?? textAt(json, '__type') ?? textAt(json, 'code');
  return name?.split(':', 1)[0]?.replace(/^.*#/, '');
}

/** Errors that persist until the customer changes the account or the sender's identity. */
const ACCOUNT = /^(SendingPaused|AccountSuspended|MailFromDomainNotVerified|OptInRequired)/;
const UNVERIFIED = /address is not verified|identities failed the check/i;

function refusal(answer: HttpAnswer): Refusal {
  const { json } = answer;
  const code = codeOf(answer);
  const said = { code, words: textAt(json, 'message') ?? textAt(json, 'Message') };
  if (code === undefined) return said;
  if (AWS_THROTTLING.test(code)) return { ...said, kind: 'rate_limited' };
  return ACCOUNT.test(code) || UNVERIFIED.test(said.words ?? '') ? { ...said, kind: 'account' } : said;
}

function accountText({ status, json }: HttpAnswer): string {
  if (status !== 200)
    return 'AWS accepts the key, but the key cannot read the account, so Belfry could not check whether the key can send.';
  const { SendingEnabled, ProductionAccessEnabled } = json as Record<string, unknown>;
  if (SendingEnabled === false) return 'The key works, but sending is paused for the account';
  return ProductionAccessEnabled === false
    ? 'The account may send, to verified addresses only (the sandbox of SES)'
    : 'The account may send';
}
