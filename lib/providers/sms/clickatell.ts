import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'clickatell',
  displayName: 'Clickatell',
  color: '#2bb673',
  docsLink: 'https://docs.clickatell.com/',
  credentials: [required('apiKey', 'API Key')],
});
