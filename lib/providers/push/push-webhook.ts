import { pushProvider, required } from '#lib/providers/definition.ts';

export const provider = pushProvider({
  id: 'push-webhook',
  displayName: 'Push Webhook',
  credentials: [required('webhookUrl', 'Webhook URL'), required('secretKey', 'Secret Hmac Key')],
});
