import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'mailjet',
  displayName: 'Mailjet',
  docsLink: 'https://dev.mailjet.com/email/guides/',
  credentials: [required('apiKey', 'API Key'), required('secretKey', 'API Secret'), ...EMAIL_SENDER],
});
