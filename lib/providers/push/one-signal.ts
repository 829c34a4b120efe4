import { optional, pushProvider, required } from '#lib/providers/definition.ts';

export const provider = pushProvider({
  id: 'one-signal',
  displayName: 'OneSignal',
  docsLink: 'https://documentation.onesignal.com/',
  credentials: [
    required('applicationId', 'Application ID'),
    required('apiKey', 'API Key'),
    optional('apiVersion', 'One Signal API', {
      type: 'dropdown',
      options: [
        { name: 'Default (Player Model)', value: 'playerModel' },
        { name: 'External ID', value: 'externalId' },
      ],
    }),
  ],
});
