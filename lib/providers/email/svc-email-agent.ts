import { emailProvider } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'svc-email-agent',
  displayName: 'Agent email',
  color: '#5050e0',
  availability: 'undeliverable',
  availabilityNote: "Sends only through its vendor's own cloud.",
  credentials: [],
});
