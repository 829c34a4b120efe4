import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'mobishastra',
  displayName: 'Mobishastra',
  availability: 'unverified',
  availabilityNote: 'No public documentation of its API was found.',
  docsLink: 'https://telkosh.com/mobishastra/',
  credentials: [
    required('baseUrl', 'Base URL', { format: 'urlOrHost' }),
    required('user', 'Username'),
    required('password', 'Password'),
    required('from', 'From'),
  ],
});
