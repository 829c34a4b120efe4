import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'termii',
  displayName: 'Termii',
  color: '#344bfd',
  docsLink: 'https://developers.termii.com/',
  credentials: [required('apiKey', 'API Key'), required('from', 'From')],
});
