import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'afro-message',
  displayName: 'Afro Message',
  docsLink: 'https://afromessage.com/developers',
  credentials: [required('apiKey', 'API Key'), required('senderName', 'Sender Name'), required('from', 'From')],
});
