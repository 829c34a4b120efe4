import { optional, required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'isend-sms',
  displayName: 'iSend SMS',
  docsLink: 'https://send.com.ly/developers/docs',
  credentials: [
    required('apiToken', 'API Token'),
    optional('from', 'Default Sender ID'),
    optional('contentType', 'Content Type', {
      type: 'dropdown',
      options: [
        { name: 'Default', value: null },
        { name: 'Unicode', value: 'unicode' },
        { name: 'Plain', value: 'plain' },
      ],
    }),
  ],
});
