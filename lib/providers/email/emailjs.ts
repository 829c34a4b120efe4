import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'emailjs',
  displayName: 'EmailJS',
  color: '#fea82f',
  docsLink: 'https://www.emailjs.com/docs/',
  credentials: [required('apiKey', 'API Key'), required('secretKey', 'Secret key'), ...EMAIL_SENDER],
});
