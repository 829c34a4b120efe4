import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'bandwidth',
  displayName: 'Bandwidth',
  color: '#079cee',
  availabilityNote: 'Bandwidth replaces user name and password by OAuth.',
  docsLink: 'https://dev.bandwidth.com/docs/messaging/createMessage',
  credentials: [
    required('user', 'Username'),
    required('password', 'Password'),
    required('accountSid', 'Account ID'),
    required('from', 'From'),
  ],
});
