/** Every provider of the enumeration of spec 2.11, in its order. */
import { AGENT_PROVIDERS } from './agent.ts';
import type { Channel } from './channel.ts';
import { CHAT_PROVIDERS } from './chat.ts';
import { EMAIL_PROVIDERS } from './email.ts';
import { PROVIDER_IDS } from './ids.ts';
import { IN_APP_PROVIDERS } from './in-app.ts';
import type { Provider } from './provider.ts';
import { PUSH_PROVIDERS } from './push.ts';
import { fromWireName, toWireName } from './service-name.ts';
import { SMS_PROVIDERS } from './sms.ts';

const byId = new Map<string, Provider>(
  [
    ...EMAIL_PROVIDERS,
    ...SMS_PROVIDERS,
    ...PUSH_PROVIDERS,
    ...IN_APP_PROVIDERS,
    ...CHAT_PROVIDERS,
    ...AGENT_PROVIDERS,
  ].map((provider) => [provider.id, provider]),
);

export const PROVIDERS: readonly Provider[] = PROVIDER_IDS.flatMap((id) => byId.get(id) ?? []);

/** The provider of an id, neutral or as on the wire. */
export function findProvider(id: string): Provider | undefined {
  return byId.get(fromWireName(id));
}

export function providersOfChannel(channel: Channel): Provider[] {
  return PROVIDERS.filter((provider) => provider.channel === channel);
}

/** The catalogue as it goes out: ids with the service's word. */
export function providerCatalogue() {
  return PROVIDERS.map(({ id, credentials, ...provider }) => ({
    providerId: toWireName(id),
    ...provider,
    credentials: credentials.map(({ options, ...field }) => ({ ...field, ...(options && { options: [...options] }) })),
  }));
}
