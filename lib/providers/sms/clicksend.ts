import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'clicksend',
  displayName: 'Clicksend',
  docsLink: 'https://developers.clicksend.com/docs/rest/v3/?javascript--nodejs#send-sms',
  credentials: [required('user', 'Username'), required('apiKey', 'API Key'), required('from', 'From')],
});
