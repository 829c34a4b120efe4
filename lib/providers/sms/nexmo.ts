import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'nexmo',
  displayName: 'Nexmo',
  availability: 'renamed',
  availabilityNote: 'Nexmo is the Vonage SMS API today.',
  docsLink: 'https://developer.vonage.com/en/messaging/sms/overview',
  credentials: [required('apiKey', 'API Key'), required('secretKey', 'API secret'), required('from', 'From')],
});
