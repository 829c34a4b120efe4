import { smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'svc-sms',
  displayName: 'Built-in SMS',
  standing: 'undeliverable',
  standingNote: "Sends through its maker's own cloud only.",
  credentials: [],
});
