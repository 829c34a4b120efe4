import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'cm-telecom',
  displayName: 'CM.com',
  color: '#0056b3',
  docsLink: 'https://developers.cm.com/messaging/docs/sms',
  credentials: [required('apiToken', 'Product Token'), required('from', 'From')],
});
