import { bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { dropdown, EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';
import { mailtrapEvents } from '#lib/providers/events/mailtrap-events.ts';
import { registerMailtrap } from '#lib/providers/events/mailtrap-webhook.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import { senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';

export const provider = emailProvider({
  id: 'mailtrap',
  displayName: 'Mailtrap',
  color: '#22d172',
  docsLink: 'https://docs.mailtrap.io/',
  credentials: [
    required('apiKey', 'API Key'),
    dropdown('stream', 'Stream', { Transactional: '', Bulk: 'bulk' }),
    optional('inboxId', 'Sandbox inbox', {
      description: 'The number of an Email Sandbox inbox. If it is set, Mailtrap delivers nothing to recipients.',
    }),
    ...EMAIL_SENDER,
  ],
  events: mailtrapEvents,
  ...httpProvider<'email'>({
    auth: (credentials) => ({ headers: bearer(textOf(credentials, 'apiKey')) }),
    request,
    casing: 'snake',
    messageId: ({ json }) => textAt(json, 'message_ids', 0),
    refusal: ({ status, json }) => {
      const words = textAt(json, 'errors', 0) ?? textAt(json, 'error');
      // An unverified domain and a token without permission have the same status, 403.
      return { words, ...(status === 403 && /domain/i.test(words ?? '') && { kind: 'account' }) };
    },
    check: {
      // This test also works with a token that may only send. Without a recipient, nothing is sent.
      request: (credentials) => ({ url: endpoint(credentials), json: {} }),
      accepted: ({ status }) => status === 400 || status === 422,
      words: (_, credentials) =>
        textOf(credentials, 'inboxId') ? 'The token may send mail to the sandbox' : 'The token may send mail',
    },
    registration: registerMailtrap,
  }),
});

/**
 * Streams and the sandbox have separate hosts: https://docs.mailtrap.io/email-api-smtp/setup/bulk-stream and
 * https://docs.mailtrap.io/developers/email-sandbox/sandboxes-inboxes
 */
function endpoint(credentials: Credentials): string {
  const inbox = textOf(credentials, 'inboxId');
  if (inbox) return `https://sandbox.api.mailtrap.io/api/send/${encodeURIComponent(inbox)}`;
  return `https://${textOf(credentials, 'stream') === 'bulk' ? 'bulk' : 'send'}.api.mailtrap.io/api/send`;
}

/** Returns the request that sends a message: https://docs.mailtrap.io/developers/email-sending/transactional */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { id, to, cc, bcc, replyTo, subject, html, text, headers, attachments } = message;
  return {
    url: endpoint(credentials),
    json: {
      from: senderOf(message, credentials),
      to: [to],
      ...(cc && { cc }),
      ...(bcc && { bcc }),
      ...(replyTo && { reply_to: replyTo }),
      subject,
      ...(html && { html }),
      ...(text && { text }),
      ...(headers && { headers }),
      ...(attachments?.length && { attachments: attachments.map(attachment) }),
      // The vendor returns this ID with every event of the message.
      custom_variables: { message_id: id },
    },
  };
}

function attachment({ name, contentType, content, contentId }: NonNullable<EmailMessage['attachments']>[number]) {
  return {
    filename: name,
    content: Buffer.from(content).toString('base64'),
    ...(contentType && { type: contentType }),
    ...(contentId ? { disposition: 'inline', content_id: contentId } : { disposition: 'attachment' }),
  };
}
