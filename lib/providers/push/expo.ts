import { pushProvider, required } from '#lib/providers/definition.ts';

export const provider = pushProvider({
  id: 'expo',
  displayName: 'Expo Push',
  docsLink: 'https://docs.expo.dev/push-notifications/overview/',
  credentials: [required('apiKey', 'Access Token')],
});
