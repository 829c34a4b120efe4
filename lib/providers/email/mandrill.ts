import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'mandrill',
  displayName: 'Mandrill',
  availability: 'renamed',
  availabilityNote: 'Mandrill is Mailchimp Transactional today.',
  docsLink: 'https://mailchimp.com/developer/transactional/',
  credentials: [required('apiKey', 'API Key'), ...EMAIL_SENDER],
});
