import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'africas-talking',
  displayName: "Africa's Talking",
  color: '#ea9b1d',
  docsLink: 'https://developers.africastalking.com/',
  credentials: [required('apiKey', 'API Key'), required('user', 'Username'), required('from', 'From')],
});
