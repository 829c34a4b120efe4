import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'brevo-sms',
  displayName: 'Brevo',
  docsLink: 'https://developers.brevo.com/reference/sendtransacsms',
  credentials: [required('apiKey', 'API Key'), required('from', 'From')],
});
