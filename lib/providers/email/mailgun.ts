import { EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'mailgun',
  displayName: 'Mailgun',
  docsLink: 'https://documentation.mailgun.com/',
  credentials: [
    required('apiKey', 'API Key'),
    optional('baseUrl', 'Base URL'),
    required('user', 'User name'),
    required('domain', 'Domain'),
    ...EMAIL_SENDER,
  ],
});
