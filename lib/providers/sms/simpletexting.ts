import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'simpletexting',
  displayName: 'SimpleTexting',
  docsLink: 'https://api-doc.simpletexting.com/',
  credentials: [required('apiKey', 'API Key'), required('from', 'From')],
});
