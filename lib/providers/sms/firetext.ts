import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'firetext',
  displayName: 'Firetext',
  docsLink: 'https://www.firetext.co.uk/docs',
  credentials: [required('apiKey', 'API Key'), required('from', 'From')],
});
