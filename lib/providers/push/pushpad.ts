import { pushProvider, required } from '#lib/providers/definition.ts';

export const provider = pushProvider({
  id: 'pushpad',
  displayName: 'Pushpad',
  docsLink: 'https://pushpad.xyz/docs',
  credentials: [required('apiKey', 'Auth Token'), required('applicationId', 'Project ID')],
});
