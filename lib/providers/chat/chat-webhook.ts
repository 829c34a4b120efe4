import { chatProvider, optional } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'chat-webhook',
  displayName: 'Chat Webhook',
  credentials: [optional('secretKey', 'Secret Hmac Key')],
});
