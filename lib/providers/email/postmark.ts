import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'postmark',
  displayName: 'Postmark',
  docsLink: 'https://postmarkapp.com/developer',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
});
