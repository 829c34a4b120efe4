import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'simpletexting',
  displayName: 'SimpleTexting',
  color: '#1c7ed6',
  docsLink: 'https://api-doc.simpletexting.com/',
  credentials: [required('apiKey', 'API Key'), required('from', 'From')],
});
