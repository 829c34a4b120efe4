import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'twilio',
  displayName: 'Twilio',
  docsLink: 'https://www.twilio.com/docs/messaging',
  credentials: [required('accountSid', 'Account SID'), required('token', 'Auth token'), required('from', 'From')],
});
