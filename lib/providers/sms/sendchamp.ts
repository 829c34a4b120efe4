import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'sendchamp',
  displayName: 'Sendchamp',
  docsLink: 'https://sendchamp.readme.io/',
  credentials: [required('apiKey', 'API Key'), required('from', 'From')],
});
