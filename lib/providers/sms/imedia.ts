import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'imedia',
  displayName: 'iMedia',
  availability: 'unverified',
  availabilityNote: 'No public documentation of its API was found.',
  credentials: [required('token', 'API Token'), required('from', 'From')],
});
