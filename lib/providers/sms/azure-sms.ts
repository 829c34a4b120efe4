import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'azure-sms',
  displayName: 'Azure SMS',
  color: '#0078d4',
  docsLink: 'https://learn.microsoft.com/azure/communication-services/concepts/sms/concepts',
  credentials: [required('accessKey', 'Connection string'), required('from', 'From')],
});
