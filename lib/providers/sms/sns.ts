import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'sns',
  displayName: 'SNS',
  docsLink: 'https://docs.aws.amazon.com/sns/',
  credentials: [
    required('apiKey', 'Access key ID'),
    required('secretKey', 'Secret access key'),
    required('region', 'AWS region'),
  ],
});
