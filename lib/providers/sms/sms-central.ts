import { optional, required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'sms-central',
  displayName: 'SMS Central',
  docsLink: 'https://www.smscentral.com.au/sms-api/',
  credentials: [
    optional('baseUrl', 'Base URL', { format: 'urlOrHost' }),
    required('user', 'Username'),
    required('password', 'Password'),
    required('from', 'From'),
  ],
});
