import { bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';
import { sendgridEvents } from '#lib/providers/events/sendgrid-events.ts';
import { registerSendGrid } from '#lib/providers/events/sendgrid-webhook.ts';
import { type Credentials, type HttpAnswer, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import { untilUnixSecond } from '#lib/providers/http/retry-after.ts';
import { type Mailbox, senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';

export const provider = emailProvider({
  id: 'sendgrid',
  displayName: 'SendGrid',
  color: '#1a82e2',
  docsLink: 'https://www.twilio.com/docs/sendgrid',
  credentials: [
    required('apiKey', 'API Key'),
    optional('region', 'Region', {
      type: 'dropdown',
      default: 'global',
      options: [
        { name: 'Global (US)', value: 'global' },
        { name: 'EU', value: 'eu' },
      ],
    }),
    optional('ipPoolName', 'IP Pool Name', { advanced: true }),
    ...EMAIL_SENDER,
  ],
  senderDns: {
    docsLink: 'https://www.twilio.com/docs/sendgrid/api-reference/domain-authentication/authenticate-a-domain',
    selectors: ['s1', 's2'],
  },
  events: sendgridEvents,
  ...httpProvider<'email'>({
    auth: (credentials) => ({ headers: bearer(textOf(credentials, 'apiKey')) }),
    request,
    casing: 'snake',
    // SendGrid's API responds only with 202. A 200 comes from another server.
    accepted: ({ status }) => status === 202,
    messageId: ({ headers }) => headers['x-message-id'],
    idIsOptional: true,
    refusal: ({ json, headers }, now) => {
      const words = textAt(json, 'errors', 0, 'message');
      return {
        words,
        code: textAt(json, 'errors', 0, 'field'),
        ...(ACCOUNT.test(words ?? '') && { kind: 'account' }),
        retryAfterMs: untilUnixSecond(headers['x-ratelimit-reset'], now),
      };
    },
    check: {
      request: (credentials) => ({ method: 'GET', url: `${origin(credentials)}/v3/scopes` }),
      words: scopesText,
    },
    registration: registerSendGrid(origin),
  }),
});

/**
 * Texts of account problems that have the same status as wrong credentials:
 * https://www.twilio.com/docs/sendgrid/for-developers/sending-email/sender-identity
 */
const ACCOUNT = /verified Sender Identity|maximum credits exceeded/i;

/**
 * EU accounts have their own host: https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api
 */
function origin(credentials: Credentials): string {
  return textOf(credentials, 'region') === 'eu' ? 'https://api.eu.sendgrid.com' : 'https://api.sendgrid.com';
}

/** Returns the request that sends a message: https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { to, cc, bcc, replyTo, subject, text, html, headers, attachments, id } = message;
  const pool = textOf(credentials, 'ipPoolName');
  return {
    url: `${origin(credentials)}/v3/mail/send`,
    json: {
      personalizations: [{ to: [to], ...others('cc', cc, [to]), ...others('bcc', bcc, [to, ...(cc ?? [])]) }],
      from: senderOf(message, credentials),
      ...(replyTo && { reply_to: replyTo }),
      subject,
      // The API requires this order, text before HTML, and rejects empty parts.
      content: [
        ...(text ? [{ type: 'text/plain', value: text }] : []),
        ...(html ? [{ type: 'text/html', value: html }] : []),
      ],
      ...(headers && { headers }),
      ...(attachments?.length && { attachments: attachments.map(attachment) }),
      ...(pool && { ip_pool_name: pool }),
      // The vendor returns this ID with every event of the message.
      custom_args: { message_id: id },
    },
  };
}

/**
 * Returns the recipients without duplicates, because an address may occur only once in a SendGrid `personalization`.
 */
function others(key: 'cc' | 'bcc', mailboxes: readonly Mailbox[] = [], earlier: readonly Mailbox[]) {
  const seen = new Set(earlier.map(({ email }) => email.toLowerCase()));
  const fresh = mailboxes.filter(({ email }) => !seen.has(email.toLowerCase()) && seen.add(email.toLowerCase()));
  return fresh.length > 0 && { [key]: fresh };
}

function attachment({ name, contentType, content, contentId }: NonNullable<EmailMessage['attachments']>[number]) {
  return {
    filename: name,
    content: Buffer.from(content).toString('base64'),
    ...(contentType && { type: contentType }),
    ...(contentId && { disposition: 'inline', content_id: contentId }),
  };
}

/**
 * Describes the permissions of the key:
 * https://www.twilio.com/docs/sendgrid/api-reference/api-key-permissions/retrieve-a-list-of-scopes-for-which-this-user-has-access
 */
function scopesText({ json }: HttpAnswer): string {
  const scopes = (json as { scopes?: string[] } | undefined)?.scopes ?? [];
  return scopes.includes('mail.send') ? 'The key may send mail' : 'The key works, but lacks the permission mail.send';
}
