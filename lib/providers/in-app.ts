/** The in-app inbox of the enumeration of spec 2.11. Facts only: names, links, credential fields. */
import { optional, type Provider } from './provider.ts';

export const IN_APP_PROVIDERS: readonly Provider[] = [
  {
    id: 'svc',
    displayName: 'Inbox',
    kind: 'delivery',
    channel: 'in_app',
    credentials: [optional('hmac', 'Security HMAC encryption', { type: 'switch' })],
  },
];
