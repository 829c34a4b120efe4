import { textAt, textOf } from '#lib/providers/credential.ts';
import { EMAIL_SENDER, emailProvider, required, SIGNING_SECRET } from '#lib/providers/definition.ts';
import { httpProvider } from '#lib/providers/http.ts';
import { reachable } from '#lib/providers/reachable.ts';
import { signature } from '#lib/providers/signature.ts';

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
    request: ({ channel: _, overrides: __, to, attachments, ...message }, credentials) => ({
      url: textOf(credentials, 'webhookUrl'),
      headers: { 'idempotency-key': message.id },
      json: {
        ...message,
        to: [to],
        from: message.from ?? textOf(credentials, 'from'),
        senderName: message.senderName ?? textOf(credentials, 'senderName'),
        ...(attachments && {
          attachments: attachments.map(({ name, contentType, content, contentId }) => ({
            name,
            mime: contentType,
            cid: contentId,
            file: Buffer.from(content).toString('base64'),
          })),
        }),
      },
    }),
    sign: signature,
    messageId: ({ json }) => textAt(json, 'id'),
    idIsOptional: true,
  }),
  check: reachable('webhookUrl'),
});
