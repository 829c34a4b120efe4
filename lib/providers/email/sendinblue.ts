import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'sendinblue',
  displayName: 'Brevo (formerly Sendinblue)',
  availability: 'renamed',
  availabilityNote: 'Sendinblue is Brevo today.',
  docsLink: 'https://developers.brevo.com/',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
});
