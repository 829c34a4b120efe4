import { chatProvider } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'mattermost',
  displayName: 'Mattermost',
  docsLink: 'https://developers.mattermost.com/integrate/webhooks/incoming/',
  credentials: [],
});
