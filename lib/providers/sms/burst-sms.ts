import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'burst-sms',
  displayName: 'Kudosity (formerly BurstSMS)',
  availability: 'renamed',
  availabilityNote: 'BurstSMS is Kudosity today.',
  docsLink: 'https://developer.transmitsms.com/',
  credentials: [required('apiKey', 'API Key'), required('secretKey', 'API Secret')],
});
