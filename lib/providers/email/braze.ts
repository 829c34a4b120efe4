import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'braze',
  displayName: 'Braze',
  color: '#ffa524',
  docsLink: 'https://www.braze.com/docs/api/endpoints/messaging/send_messages/post_send_messages/',
  credentials: [
    required('apiURL', 'Base URL', { format: 'urlOrHost' }),
    required('apiKey', 'API Key'),
    required('appID', 'App ID'),
    ...EMAIL_SENDER,
  ],
});
