import { inAppProvider, optional } from '#lib/providers/definition.ts';

export const provider = inAppProvider({
  id: 'svc',
  displayName: 'Inbox',
  color: '#5050e0',
  credentials: [optional('hmac', 'Security HMAC encryption', { type: 'switch' })],
});
