import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'netcore',
  displayName: 'Netcore',
  color: '#f05c1c',
  docsLink: 'https://emaildocs.netcorecloud.com/',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
});
