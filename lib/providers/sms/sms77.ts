import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'sms77',
  displayName: 'sms77',
  availability: 'renamed',
  availabilityNote: 'sms77 is seven today.',
  docsLink: 'https://docs.seven.io/',
  credentials: [required('apiKey', 'API Key'), required('from', 'From')],
});
