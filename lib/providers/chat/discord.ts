import { chatProvider } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'discord',
  displayName: 'Discord',
  docsLink: 'https://discord.com/developers/docs/resources/webhook',
  credentials: [],
});
