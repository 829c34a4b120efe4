import { basic, textAt, textOf } from '#lib/providers/credential.ts';
import { dropdown, EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';
import { mailgunEvents, readMailgunFate } from '#lib/providers/events/mailgun-events.ts';
import { registerMailgun } from '#lib/providers/events/mailgun-webhook.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import { hasNone } from '#lib/providers/http/http-answer.ts';
import { mailboxList, mailboxText, senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';

export const provider = emailProvider({
  id: 'mailgun',
  displayName: 'Mailgun',
  color: '#f06b66',
  docsLink: 'https://documentation.mailgun.com/',
  credentials: [
    optional('baseUrl', 'Base URL', { format: 'url', advanced: true, description: 'Replaces the host of the region.' }),
    dropdown('region', 'Region', { US: '', EU: 'eu' }),
    required('apiKey', 'API Key'),
    required('user', 'User name'),
    required('domain', 'Domain'),
    ...EMAIL_SENDER,
  ],
  senderDns: {
    docsLink: 'https://documentation.mailgun.com/docs/mailgun/user-manual/domains/domains-verify',
    spf: 'mailgun.org',
    domainKey: 'domain',
  },
  events: mailgunEvents,
  ...httpProvider<'email'>({
    // The user is `api`: https://documentation.mailgun.com/docs/mailgun/api-reference/mg-auth
    auth: (credentials) => ({ headers: basic(textOf(credentials, 'user'), textOf(credentials, 'apiKey')) }),
    request,
    // Events contain the message ID without the angle brackets.
    messageId: ({ json }) => textAt(json, 'id')?.replace(/^<|>$/g, ''),
    refusal: ({ status, json }) => {
      const words = textAt(json, 'message');
      return { words, kind: status === 429 ? undefined : STATES.find(([text]) => text.test(words ?? ''))?.[1] };
    },
    check: {
      // Only this endpoint accepts keys that may only send. Without a recipient, nothing is sent.
      request: (credentials) => ({ url: messages(credentials), form: { subject: 'Test' } }),
      accepted: ({ status }) => status === 400,
      words: (_, credentials) => `The key may send for ${textOf(credentials, 'domain')}`,
    },
    fate: {
      // https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/events/get-v3-domain_name-events
      request: ({ providerMessageId, sentAt }, credentials) => ({
        method: 'GET',
        url: `${domain(credentials)}/events`,
        query: {
          'message-id': providerMessageId,
          // One hour earlier, because the clocks may differ.
          begin: String(Math.floor(sentAt.getTime() / 1000) - 3600),
          ascending: 'yes',
          limit: '300',
        },
      }),
      // The list is also empty if the message is older than the events that the customer's plan keeps.
      isUnknown: hasNone('items'),
      read: readMailgunFate,
    },
    registration: registerMailgun(base),
  }),
});

/** A domain in the other region is not found: https://documentation.mailgun.com/docs/mailgun/api-reference/mg-base-url */
const STATES = [
  [/^Domain not found/i, 'configuration'],
  [/not allowed to send|sandbox subdomains are for test/i, 'account'],
] as const;

/** Domains in the EU have their own host: https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-http */
function base(credentials: Credentials): string {
  const usual = textOf(credentials, 'region') === 'eu' ? 'https://api.eu.mailgun.net' : 'https://api.mailgun.net';
  return (textOf(credentials, 'baseUrl') || usual).replace(/(?<!\/)\/+(?:v3\/*)?$/, '');
}

function domain(credentials: Credentials): string {
  return `${base(credentials)}/v3/${encodeURIComponent(textOf(credentials, 'domain'))}`;
}

function messages(credentials: Credentials): string {
  return `${domain(credentials)}/messages`;
}

/**
 * Returns the request that sends a message:
 * https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages/post-v3--domain-name--messages
 */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc, bcc, replyTo, subject, html, text, headers = {}, attachments = [] } = message;
  return {
    url: messages(credentials),
    form: {
      from: mailboxText(senderOf(message, credentials)),
      to: mailboxText(to),
      ...(cc && { cc: mailboxList(cc) }),
      ...(bcc && { bcc: mailboxList(bcc) }),
      subject,
      ...(text && { text }),
      ...(html && { html }),
      ...(replyTo && { 'h:Reply-To': mailboxText(replyTo) }),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`h:${name}`, value])),
      // The vendor returns this ID with every event of the message.
      'v:message_id': id,
    },
    files: attachments.map(({ name, contentType, content, contentId }) => ({
      // HTML refers to an inline file by its name: https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-attachments
      ...(contentId ? { field: 'inline', fileName: contentId } : { field: 'attachment', fileName: name }),
      contentType,
      content,
    })),
  };
}
