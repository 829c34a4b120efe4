import { chatProvider, required } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'getstream',
  displayName: 'GetStream',
  color: '#005fff',
  docsLink: 'https://getstream.io/chat/docs/node/?language=javascript',
  credentials: [required('apiKey', 'API Key')],
});
