import { optional, required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'kannel',
  displayName: 'Kannel SMS',
  docsLink: 'https://www.kannel.org/doc.shtml',
  credentials: [
    required('host', 'Host', { format: 'host' }),
    required('port', 'Port', { type: 'number', format: 'port' }),
    optional('user', 'Username'),
    optional('password', 'Password'),
    required('from', 'From'),
  ],
});
