import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'azure-sms',
  displayName: 'Azure SMS',
  docsLink: 'https://learn.microsoft.com/azure/communication-services/concepts/sms/concepts',
  credentials: [required('accessKey', 'Connection string'), required('from', 'From')],
});
