import { agentRuntime } from '#lib/providers/definition.ts';

export const provider = agentRuntime({
  id: 'svc-anthropic',
  displayName: 'Claude (managed)',
  color: '#d97757',
  availability: 'undeliverable',
  availabilityNote: 'Agent runtimes are only stored and listed; they deliver nothing.',
  docsLink: 'https://docs.anthropic.com/en/docs/agents',
  credentials: [],
});
