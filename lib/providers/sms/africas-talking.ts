import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'africas-talking',
  displayName: "Africa's Talking",
  docsLink: 'https://developers.africastalking.com/',
  credentials: [required('apiKey', 'API Key'), required('user', 'Username'), required('from', 'From')],
});
