import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'infobip-email',
  displayName: 'Infobip',
  color: '#fc6423',
  docsLink: 'https://www.infobip.com/docs/email',
  credentials: [
    required('baseUrl', 'Base URL', { format: 'urlOrHost' }),
    required('apiKey', 'API Key'),
    ...EMAIL_SENDER,
  ],
});
