import { switchOf, textOf } from '#lib/providers/credential.ts';
import { dropdown, EMAIL_SENDER, emailProvider, optional, required } from '#lib/providers/definition.ts';
import type { Credentials } from '#lib/providers/http/http.ts';
import { smtpProvider } from '#lib/providers/smtp/smtp.ts';
import type { SmtpOauth } from '#lib/providers/smtp/smtp-oauth.ts';
import type { SmtpServer } from '#lib/providers/smtp/smtp-server.ts';
import { safeTlsOptions } from '#lib/providers/smtp/tls-options.ts';

const OAUTH = { together: 'OAuth 2', advanced: true } as const;

export const provider = emailProvider({
  id: 'nodemailer',
  displayName: 'Custom SMTP',
  docsLink: 'https://nodemailer.com/smtp/',
  credentials: [
    required('host', 'Host', {
      format: 'host',
      description: 'The name of your mail server, such as smtp.example.com.',
    }),
    required('port', 'Port', { type: 'number', format: 'port', default: '587' }),
    optional('secure', 'Secure', { type: 'switch' }),
    optional('requireTls', 'Require TLS', { type: 'switch' }),
    optional('ignoreTls', 'Ignore TLS', { type: 'switch' }),
    optional('tlsOptions', 'TLS options', {
      type: 'object',
      advanced: true,
      description:
        'JSON for the TLS connection, such as {"rejectUnauthorized": false}: ca, cert, key, pfx, passphrase, servername, rejectUnauthorized, minVersion, maxVersion, ciphers.',
    }),
    optional('user', 'User'),
    optional('password', 'Password'),
    ...EMAIL_SENDER,
    optional('bounceAddress', 'Bounce address', {
      format: 'mailbox',
      advanced: true,
      description:
        'The envelope sender (Return-Path), to which mail servers return reports. Default: From email address.',
    }),
    dropdown(
      'signIn',
      'Sign-in',
      { 'User and password': '', 'Google (OAuth 2)': 'google', 'Microsoft 365 (OAuth 2)': 'microsoft' },
      {
        ...OAUTH,
        description:
          'OAuth 2 signs the user in with an access token instead of the password, and needs a client ID and a client secret.',
      },
    ),
    optional('clientId', 'OAuth 2: Client ID', OAUTH),
    optional('clientSecret', 'OAuth 2: Client secret', { ...OAUTH, secret: true }),
    optional('refreshToken', 'OAuth 2: Refresh token', {
      advanced: true,
      secret: true,
      description:
        'Required for Google. Microsoft 365: leave empty if the application itself signs in, with the permission SMTP.SendAsApp; a refresh token expires after 90 days.',
    }),
    optional('tenantId', 'OAuth 2: Tenant ID', {
      advanced: true,
      description: 'Microsoft 365 only. Required without a refresh token.',
    }),
    optional('ehloName', 'EHLO name', {
      format: 'host',
      advanced: true,
      description: 'The host name that Belfry sends to the server in EHLO. Default: the host name of the machine.',
    }),
    optional('connections', 'Connections', {
      type: 'number',
      format: 'connections',
      advanced: true,
      description:
        'How many connections each worker opens at most, from 1 to 50. Default: 10, and fewer once the server refuses one.',
    }),
    optional('domain', 'DKIM: Domain name', { together: 'DKIM', advanced: true }),
    optional('secretKey', 'DKIM: Private key', {
      format: 'privateKey',
      together: 'DKIM',
      advanced: true,
      description: 'An RSA key in PEM form. Domain name, private key and key selector belong together.',
    }),
    optional('accountSid', 'DKIM: Key selector', { together: 'DKIM', advanced: true }),
  ],
  readsMailbox: true,
  senderDns: { docsLink: 'https://nodemailer.com/dkim/', selectorKey: 'accountSid', domainKey: 'domain' },
  choice: {
    displayName: 'Encryption',
    description: 'Automatic uses STARTTLS if the server offers it, and TLS from the start on port 465.',
    // Ordered by precedence: if several switches are on, the last matching option applies.
    options: [
      { name: 'Automatic', on: [], usual: { port: '587' } },
      { name: 'STARTTLS required', on: ['requireTls'], usual: { port: '587' } },
      { name: 'None', on: ['ignoreTls'], usual: { port: '25' } },
      { name: 'TLS from the start', on: ['secure'], usual: { port: '465' } },
    ],
  },
  ...smtpProvider(server),
});

/**
 * Reads the settings of the server from the credentials: https://nodemailer.com/smtp/ and, for DKIM,
 * https://nodemailer.com/dkim/
 */
function server(credentials: Credentials): SmtpServer {
  const [domainName = '', keySelector = '', privateKey = ''] = ['domain', 'accountSid', 'secretKey'].map((key) =>
    textOf(credentials, key),
  );
  return {
    host: textOf(credentials, 'host'),
    port: Number(textOf(credentials, 'port')),
    secure: switchOf(credentials, 'secure'),
    requireTls: switchOf(credentials, 'requireTls'),
    ignoreTls: switchOf(credentials, 'ignoreTls'),
    tlsOptions: safeTlsOptions(credentials.tlsOptions),
    user: textOf(credentials, 'user') || undefined,
    password: textOf(credentials, 'password'),
    oauth: oauthOf(credentials),
    ehloName: textOf(credentials, 'ehloName') || undefined,
    dkim:
      domainName || keySelector || privateKey
        ? { domainName, keySelector, privateKey: inLines(privateKey) }
        : undefined,
    connections: Number(textOf(credentials, 'connections')) || undefined,
  };
}

function oauthOf(credentials: Credentials): SmtpOauth | undefined {
  const issuer = textOf(credentials, 'signIn');
  if (issuer !== 'google' && issuer !== 'microsoft') return undefined;
  const text = (key: keyof SmtpOauth) => textOf(credentials, key);
  return {
    issuer,
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    refreshToken: text('refreshToken'),
    tenantId: text('tenantId'),
  };
}

/** Restores the line breaks of a PEM key, which a form may have removed or replaced with `\\n`. */
function inLines(pem: string): string {
  const text = pem.replaceAll('\\n', '\n');
  const [, begin, key = '', end] = /^(-----BEGIN [A-Z ]+-----)([^-]+)(-----END [A-Z ]+-----)$/.exec(text) ?? [];
  return begin ? [begin, ...(key.replace(/\s+/g, '').match(/.{1,64}/g) ?? []), end, ''].join('\n') : text;
}
