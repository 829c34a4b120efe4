import { chatProvider } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'ryver',
  displayName: 'Ryver',
  docsLink: 'https://api.ryver.com/ryvrest_api_examples.html#create-chat-message',
  credentials: [],
});
