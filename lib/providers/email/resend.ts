import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'resend',
  displayName: 'Resend',
  docsLink: 'https://resend.com/docs',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
});
