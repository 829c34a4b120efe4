import { optional, required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'bulk-sms',
  displayName: 'BulkSMS',
  color: '#e8632b',
  docsLink: 'https://www.bulksms.com/developer/json/v1/',
  credentials: [required('apiToken', 'API Token'), optional('from', 'Sender ID')],
});
