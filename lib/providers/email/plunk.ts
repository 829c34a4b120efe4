import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'plunk',
  displayName: 'Plunk',
  color: '#000000',
  docsLink: 'https://docs.useplunk.com/',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
});
