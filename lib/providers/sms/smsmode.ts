import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'smsmode',
  displayName: 'smsmode',
  docsLink: 'https://dev.smsmode.com/sms/v1/#tag/Message/operation/send-message',
  credentials: [required('apiKey', 'API Key'), required('from', 'From')],
});
