import { emailProvider } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'svc-email-agent',
  displayName: 'Agent e-mail',
  standing: 'undeliverable',
  standingNote: "Sends through its maker's own cloud only.",
  credentials: [],
});
