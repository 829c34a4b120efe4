import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'sinch',
  displayName: 'Sinch',
  docsLink: 'https://developers.sinch.com/docs/sms/',
  credentials: [
    required('servicePlanId', 'Service Plan ID'),
    required('apiToken', 'API Token'),
    required('region', 'Region', {
      type: 'dropdown',
      default: 'eu',
      options: [
        { name: 'EU (Ireland, Sweden)', value: 'eu' },
        { name: 'US', value: 'us' },
        { name: 'Australia', value: 'au' },
        { name: 'Brazil', value: 'br' },
        { name: 'Canada', value: 'ca' },
      ],
    }),
    required('from', 'From'),
  ],
});
