import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'infobip-sms',
  displayName: 'Infobip',
  docsLink: 'https://www.infobip.com/docs/sms',
  credentials: [required('apiKey', 'API Key'), required('baseUrl', 'Base URL'), required('from', 'From')],
});
