import { agentRuntime, optional, required } from '#lib/providers/definition.ts';

export const provider = agentRuntime({
  id: 'anthropic',
  displayName: 'Claude (Anthropic)',
  standing: 'undeliverable',
  standingNote: 'Agent runtimes are kept and listed; nothing is delivered through them.',
  docsLink: 'https://docs.anthropic.com/en/docs/agents',
  credentials: [required('apiKey', 'Anthropic API Key'), optional('externalEnvironmentId', 'Anthropic Environment ID')],
});
