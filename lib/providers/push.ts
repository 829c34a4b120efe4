/** Push providers of the enumeration of spec 2.11. Facts only: names, links, credential fields. */
import { optional, type Provider, required } from './provider.ts';

export const PUSH_PROVIDERS: readonly Provider[] = [
  {
    id: 'fcm',
    displayName: 'Firebase Cloud Messaging',
    kind: 'delivery',
    channel: 'push',
    docsLink: 'https://firebase.google.com/docs/cloud-messaging',
    credentials: [required('serviceAccount', 'Service Account (entire JSON file)', { type: 'textarea' })],
  },
  {
    id: 'apns',
    displayName: 'APNs',
    kind: 'delivery',
    channel: 'push',
    docsLink: 'https://developer.apple.com/documentation/usernotifications',
    credentials: [
      required('secretKey', 'Private Key', { type: 'textarea' }),
      required('apiKey', 'Key ID'),
      required('projectName', 'Team ID'),
      required('applicationId', 'Bundle ID'),
      optional('secure', 'Production', { type: 'switch' }),
    ],
  },
  {
    id: 'expo',
    displayName: 'Expo Push',
    kind: 'delivery',
    channel: 'push',
    docsLink: 'https://docs.expo.dev/push-notifications/overview/',
    credentials: [required('apiKey', 'Access Token')],
  },
  {
    id: 'one-signal',
    displayName: 'OneSignal',
    kind: 'delivery',
    channel: 'push',
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
  },
  {
    id: 'pushpad',
    displayName: 'Pushpad',
    kind: 'delivery',
    channel: 'push',
    docsLink: 'https://pushpad.xyz/docs',
    credentials: [required('apiKey', 'Auth Token'), required('applicationId', 'Project ID')],
  },
  {
    id: 'push-webhook',
    displayName: 'Push Webhook',
    kind: 'delivery',
    channel: 'push',
    credentials: [required('webhookUrl', 'Webhook URL'), required('secretKey', 'Secret Hmac Key')],
  },
  {
    id: 'pusher-beams',
    displayName: 'Pusher Beams',
    kind: 'delivery',
    channel: 'push',
    docsLink: 'https://pusher.com/docs/beams/',
    credentials: [required('instanceId', 'Instance ID'), required('secretKey', 'Secret Key')],
  },
  {
    id: 'appio',
    displayName: 'AppIO',
    kind: 'delivery',
    channel: 'push',
    docsLink: 'https://appio.so',
    credentials: [required('AppIOBaseUrl', 'Base URL')],
  },
];
