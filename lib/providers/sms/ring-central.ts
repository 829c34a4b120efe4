import { optional, required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'ring-central',
  displayName: 'RingCentral',
  color: '#f68a1e',
  docsLink: 'https://developers.ringcentral.com/guide/messaging',
  credentials: [
    required('clientId', 'Client ID'),
    required('secretKey', 'Client secret'),
    optional('secure', 'Is sandbox', { type: 'switch' }),
    required('token', 'JWT token'),
    required('from', 'From'),
  ],
});
