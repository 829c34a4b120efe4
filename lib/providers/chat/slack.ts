import { chatProvider, optional, required } from '#lib/providers/definition.ts';
import { slack } from '#lib/providers/slack.ts';

/**
 * Sends through the customer’s own Slack app: https://docs.slack.dev/reference/methods/chat.postMessage and
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export const provider = chatProvider({
  id: 'slack',
  displayName: 'Slack',
  color: '#4a154b',
  docsLink: 'https://docs.slack.dev/',
  credentials: [
    required('applicationId', 'App ID'),
    required('clientId', 'Client ID'),
    required('secretKey', 'Client Secret'),
    required('signingSecret', 'Signing Secret'),
    optional('redirectUrl', 'Redirect URL', { unread: true }),
    optional('hmac', 'HMAC', { type: 'switch', unread: true }),
  ],
  ...slack,
});
