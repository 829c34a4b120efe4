import { optional, pushProvider, required } from '#lib/providers/definition.ts';

export const provider = pushProvider({
  id: 'apns',
  displayName: 'APNs',
  docsLink: 'https://developer.apple.com/documentation/usernotifications',
  credentials: [
    required('secretKey', 'Private Key', { type: 'textarea' }),
    required('apiKey', 'Key ID'),
    required('projectName', 'Team ID'),
    required('applicationId', 'Bundle ID'),
    optional('secure', 'Production', { type: 'switch' }),
  ],
});
