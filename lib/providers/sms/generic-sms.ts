import { optional, required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'generic-sms',
  displayName: 'SMS Webhook',
  credentials: [
    required('baseUrl', 'Base URL'),
    required('apiKeyRequestHeader', 'API Key Request Header'),
    required('apiKey', 'API Key'),
    optional('secretKeyRequestHeader', 'Secret Key Request Header'),
    optional('secretKey', 'Secret Key'),
    required('idPath', 'Id Path', { default: 'data.id' }),
    optional('datePath', 'Date Path', { default: 'data.date' }),
    optional('authenticateByToken', 'Authenticate by token', { type: 'switch' }),
    optional('domain', 'Auth URL'),
    optional('authenticationTokenKey', 'Authentication Token Key'),
    required('from', 'From'),
  ],
});
