import { textAt, textOf } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, required, SIGNING_SECRET } from '#lib/providers/definition.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import { reachable } from '#lib/providers/http/reachable.ts';
import { signature } from '#lib/providers/http/signature.ts';
import { senderOf } from '#lib/providers/mailbox.ts';
import type { EmailMessage } from '#lib/providers/message.ts';

export const provider = emailProvider({
  id: 'email-webhook',
  displayName: 'Email Webhook',
  credentials: [
    required('webhookUrl', 'Webhook URL', { format: 'url' }),
    required('secretKey', 'Secret Hmac Key', SIGNING_SECRET),
    ...EMAIL_SENDER,
  ],
  ...httpProvider<'email'>({
    auth: () => ({ headers: {} }),
    request,
    sign: signature,
    messageId: ({ json }) => textAt(json, 'id'),
    idIsOptional: true,
  }),
  check: reachable('webhookUrl'),
});

/** Returns the request. Addresses are bare, because the format has a name only for the sender. */
function request(message: EmailMessage, credentials: Credentials): HttpRequest {
  const { channel: _, overrides: __, to, cc, bcc, replyTo, attachments, ...rest } = message;
  const { email: from, name: senderName = '' } = senderOf(message, credentials);
  return {
    url: textOf(credentials, 'webhookUrl'),
    isOwnServer: true,
    headers: { 'idempotency-key': message.id },
    json: {
      ...rest,
      to: [to.email],
      from,
      senderName,
      ...(replyTo && { replyTo: replyTo.email }),
      ...(cc && { cc: cc.map(({ email }) => email) }),
      ...(bcc && { bcc: bcc.map(({ email }) => email) }),
      ...(attachments && {
        attachments: attachments.map(({ name, contentType, content, contentId }) => ({
          name,
          mime: contentType,
          cid: contentId,
          file: Buffer.from(content).toString('base64'),
        })),
      }),
    },
  };
}
