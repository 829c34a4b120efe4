import { EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'sparkpost',
  displayName: 'SparkPost',
  availability: 'renamed',
  availabilityNote: 'SparkPost is Bird Email today.',
  docsLink: 'https://developers.sparkpost.com/api/',
  credentials: [
    required('apiKey', 'API Key'),
    optional('region', 'Region', {
      type: 'dropdown',
      options: [
        { name: 'Default', value: null },
        { name: 'EU', value: 'eu' },
      ],
    }),
    ...EMAIL_SENDER,
  ],
});
