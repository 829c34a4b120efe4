import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'ses',
  displayName: 'SES',
  docsLink: 'https://docs.aws.amazon.com/ses/',
  credentials: [
    required('apiKey', 'Access key ID'),
    required('secretKey', 'Secret access key'),
    required('region', 'Region'),
    ...EMAIL_SENDER,
  ],
});
