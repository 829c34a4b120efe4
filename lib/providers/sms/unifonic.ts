import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'unifonic',
  displayName: 'Unifonic',
  color: '#8a2be2',
  docsLink: 'https://docs.unifonic.com/articles/#!products-documentation/getting-started-with-unifonic',
  credentials: [required('appSid', 'App SID'), required('senderId', 'Sender ID'), required('from', 'From')],
});
