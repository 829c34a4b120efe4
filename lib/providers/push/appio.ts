import { pushProvider, required } from '#lib/providers/definition.ts';

export const provider = pushProvider({
  id: 'appio',
  displayName: 'AppIO',
  docsLink: 'https://appio.so',
  credentials: [required('AppIOBaseUrl', 'Base URL', { format: 'urlOrHost' })],
});
