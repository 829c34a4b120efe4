import { chatProvider } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'zulip',
  displayName: 'Zulip',
  docsLink: 'https://zulip.com/api/',
  credentials: [],
});
