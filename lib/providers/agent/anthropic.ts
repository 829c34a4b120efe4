import { agentRuntime, optional, required } from '#lib/providers/definition.ts';

export const provider = agentRuntime({
  id: 'anthropic',
  displayName: 'Claude (Anthropic)',
  color: '#d97757',
  availability: 'undeliverable',
  availabilityNote: 'Agent runtimes are only stored and listed; they deliver nothing.',
  docsLink: 'https://docs.anthropic.com/en/docs/agents',
  credentials: [required('apiKey', 'Anthropic API Key'), optional('externalEnvironmentId', 'Anthropic Environment ID')],
});
