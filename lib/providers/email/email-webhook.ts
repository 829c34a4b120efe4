import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'email-webhook',
  displayName: 'Email Webhook',
  credentials: [required('webhookUrl', 'Webhook URL'), required('secretKey', 'Secret Hmac Key'), ...EMAIL_SENDER],
});
