import { agentRuntime } from '#lib/providers/definition.ts';

export const provider = agentRuntime({
  id: 'svc-anthropic',
  displayName: 'Claude (managed)',
  standing: 'undeliverable',
  standingNote: 'Agent runtimes are kept and listed; nothing is delivered through them.',
  docsLink: 'https://docs.anthropic.com/en/docs/agents',
  credentials: [],
});
