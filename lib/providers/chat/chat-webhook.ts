import { textAt, textOf } from '#lib/providers/credential.ts';
import { chatProvider, optional, SIGNING_SECRET } from '#lib/providers/definition.ts';
import { httpProvider } from '#lib/providers/http/http.ts';
import { signature } from '#lib/providers/http/signature.ts';

export const provider = chatProvider({
  id: 'chat-webhook',
  displayName: 'Chat Webhook',
  sendsToPhone: true,
  credentials: [optional('secretKey', 'Secret Hmac Key', SIGNING_SECRET)],
  ...httpProvider<'chat'>({
    auth: () => ({ headers: {} }),
    request: ({ id, content, target: { webhookUrl = '', channel, phoneNumber } }) => ({
      url: webhookUrl,
      isOwnServer: true,
      headers: { 'idempotency-key': id },
      json: { id, content, webhookUrl, ...(channel && { channel }), ...(phoneNumber && { phoneNumber }) },
      secrets: [webhookUrl],
    }),
    sign: signature,
    // Without a secret, the URL alone grants access.
    isAccessOfRecipient: (_, credentials) => textOf(credentials, 'secretKey') === '',
    messageId: ({ json }) => textAt(json, 'id'),
    idIsOptional: true,
  }),
});
