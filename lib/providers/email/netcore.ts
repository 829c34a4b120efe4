import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'netcore',
  displayName: 'Netcore',
  docsLink: 'https://emaildocs.netcorecloud.com/',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
});
