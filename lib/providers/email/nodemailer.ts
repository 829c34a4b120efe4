import { EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'nodemailer',
  displayName: 'Custom SMTP',
  docsLink: 'https://nodemailer.com/smtp/',
  credentials: [
    optional('user', 'User'),
    optional('password', 'Password'),
    required('host', 'Host'),
    required('port', 'Port', { type: 'number' }),
    optional('secure', 'Secure', { type: 'switch' }),
    optional('requireTls', 'Require TLS', { type: 'switch' }),
    optional('ignoreTls', 'Ignore TLS', { type: 'switch' }),
    optional('tlsOptions', 'TLS options', {
      type: 'object',
      description: 'JSON for the TLS connection, such as {"rejectUnauthorized": false}.',
    }),
    optional('domain', 'DKIM: Domain name'),
    optional('secretKey', 'DKIM: Private key'),
    optional('accountSid', 'DKIM: Key selector'),
    ...EMAIL_SENDER,
  ],
});
