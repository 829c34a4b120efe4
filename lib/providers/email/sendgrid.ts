import { EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'sendgrid',
  displayName: 'SendGrid',
  docsLink: 'https://www.twilio.com/docs/sendgrid',
  credentials: [
    required('apiKey', 'API Key'),
    optional('region', 'Region', {
      type: 'dropdown',
      default: 'global',
      options: [
        { name: 'Global (US)', value: 'global' },
        { name: 'EU', value: 'eu' },
      ],
    }),
    optional('ipPoolName', 'IP Pool Name'),
    ...EMAIL_SENDER,
  ],
});
