import { smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'svc-sms',
  displayName: 'Built-in SMS',
  color: '#5050e0',
  availability: 'undeliverable',
  availabilityNote: "Sends only through its vendor's own cloud.",
  credentials: [],
});
