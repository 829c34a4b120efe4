import { chatProvider } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'ryver',
  displayName: 'Ryver',
  color: '#2aa7dd',
  docsLink: 'https://api.ryver.com/ryvrest_api_examples.html#create-chat-message',
  credentials: [],
});
