import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'plivo',
  displayName: 'Plivo',
  docsLink: 'https://www.plivo.com/docs/',
  credentials: [required('accountSid', 'Account SID'), required('token', 'Auth token'), required('from', 'From')],
});
