import { pushProvider, required } from '#lib/providers/definition.ts';

export const provider = pushProvider({
  id: 'fcm',
  displayName: 'Firebase Cloud Messaging',
  docsLink: 'https://firebase.google.com/docs/cloud-messaging',
  credentials: [required('serviceAccount', 'Service Account (entire JSON file)', { type: 'textarea' })],
});
