import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'mailersend',
  displayName: 'MailerSend',
  docsLink: 'https://developers.mailersend.com/',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
});
