import { chatProvider, required } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'rocket-chat',
  displayName: 'Rocket.Chat',
  color: '#f5455c',
  docsLink: 'https://developer.rocket.chat/reference/api/rest-api/endpoints',
  credentials: [required('token', 'Personal Access Token (x-auth-token)'), required('user', 'User id (x-user-id)')],
});
