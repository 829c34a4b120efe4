import { chatProvider } from '#lib/providers/definition.ts';
import { slack } from '#lib/providers/slack.ts';

/**
 * The subscriber's Slack connection was created by the app of another cloud. Its token or webhook URL works without
 * that app: https://docs.slack.dev/reference/methods/chat.postMessage
 */
export const provider = chatProvider({
  id: 'svc-slack',
  displayName: 'Slack (hosted app)',
  color: '#4a154b',
  docsLink: 'https://docs.slack.dev/',
  credentials: [],
  ...slack,
});
