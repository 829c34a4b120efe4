import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'gupshup',
  displayName: 'Gupshup',
  color: '#2563eb',
  docsLink: 'https://docs.gupshup.io/docs/send-single-message',
  credentials: [required('user', 'User id'), required('password', 'Password')],
});
