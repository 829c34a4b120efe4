import { chatProvider } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'svc-slack',
  displayName: 'Slack (hosted app)',
  color: '#4a154b',
  docsLink: 'https://docs.slack.dev/',
  credentials: [],
});
