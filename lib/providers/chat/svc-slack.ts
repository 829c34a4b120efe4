import { chatProvider } from '#lib/providers/definition.ts';
import { slack } from '#lib/providers/slack.ts';

/**
 * The app of another cloud connected the recipient. The token or the webhook URL of the connection works without it:
 * https://docs.slack.dev/reference/methods/chat.postMessage
 */
export const provider = chatProvider({
  id: 'svc-slack',
  displayName: 'Slack (hosted app)',
  color: '#4a154b',
  docsLink: 'https://docs.slack.dev/',
  credentials: [],
  ...slack,
});
