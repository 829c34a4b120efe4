import { optional, required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'kannel',
  displayName: 'Kannel SMS',
  docsLink: 'https://www.kannel.org/doc.shtml',
  credentials: [
    required('host', 'Host'),
    required('port', 'Port', { type: 'number' }),
    optional('user', 'Username'),
    optional('password', 'Password'),
    required('from', 'From'),
  ],
});
