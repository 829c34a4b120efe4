import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'telnyx',
  displayName: 'Telnyx',
  docsLink: 'https://developers.telnyx.com/docs/messaging',
  credentials: [
    required('apiKey', 'API Key'),
    required('messageProfileId', 'Message profile ID'),
    required('from', 'From'),
  ],
});
