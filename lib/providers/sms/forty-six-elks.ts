import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'forty-six-elks',
  displayName: '46elks',
  docsLink: 'https://46elks.com/docs/send-sms',
  credentials: [required('user', 'Username'), required('password', 'Password'), required('from', 'From')],
});
