import { chatProvider, optional, required } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'slack',
  displayName: 'Slack',
  docsLink: 'https://docs.slack.dev/',
  credentials: [
    required('applicationId', 'App ID'),
    required('clientId', 'Client ID'),
    required('secretKey', 'Client Secret'),
    required('signingSecret', 'Signing Secret'),
    optional('redirectUrl', 'Redirect URL'),
    optional('hmac', 'HMAC', { type: 'switch' }),
  ],
});
