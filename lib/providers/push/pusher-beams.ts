import { pushProvider, required } from '#lib/providers/definition.ts';

export const provider = pushProvider({
  id: 'pusher-beams',
  displayName: 'Pusher Beams',
  docsLink: 'https://pusher.com/docs/beams/',
  credentials: [required('instanceId', 'Instance ID'), required('secretKey', 'Secret Key')],
});
