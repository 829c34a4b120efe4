import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'maqsam',
  displayName: 'Maqsam',
  docsLink: 'https://portal.maqsam.com/docs/v2/sms',
  credentials: [required('apiKey', 'Access Key ID'), required('secretKey', 'Access Secret'), required('from', 'From')],
});
