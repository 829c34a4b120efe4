import { emailProvider } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'svc-email',
  displayName: 'Built-in e-mail',
  standing: 'undeliverable',
  standingNote: "Sends through its maker's own cloud only.",
  credentials: [],
});
