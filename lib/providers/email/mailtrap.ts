import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'mailtrap',
  displayName: 'Mailtrap',
  docsLink: 'https://docs.mailtrap.io/',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
});
