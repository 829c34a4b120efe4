import { optional, required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'isendpro-sms',
  displayName: 'iSendPro',
  docsLink: 'https://www.isendpro.com/sms-api.php',
  credentials: [required('apiKey', 'API Key'), optional('from', 'Sender')],
});
