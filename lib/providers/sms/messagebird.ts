import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'messagebird',
  displayName: 'MessageBird',
  availability: 'legacy',
  availabilityNote: 'MessageBird is Bird today; its REST API for SMS remains for existing accounts.',
  docsLink: 'https://developers.messagebird.com/api/sms-messaging/',
  credentials: [required('accessKey', 'Access key'), required('from', 'From')],
});
