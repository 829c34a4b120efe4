/** The registry of providers: those of the enumeration of spec 2.11 in its order, then those beyond it. */
import { AGENT_PROVIDERS } from './agent.ts';
import type { Channel } from './channel.ts';
import { CHAT_PROVIDERS } from './chat.ts';
import { EMAIL_PROVIDERS } from './email.ts';
import { PROVIDER_IDS } from './ids.ts';
import { IN_APP_PROVIDERS } from './in-app.ts';
import { type Provider, SECRET_KEYS } from './provider.ts';
import { PUSH_PROVIDERS } from './push.ts';
import { fromWireName, toWireName } from './service-name.ts';
import { SMS_PROVIDERS } from './sms.ts';

/** Whatever stands here is a provider everywhere: in the catalogue, in requests and answers, in the dashboard. */
const REGISTRY: readonly Provider[] = [
  ...EMAIL_PROVIDERS,
  ...SMS_PROVIDERS,
  ...PUSH_PROVIDERS,
  ...IN_APP_PROVIDERS,
  ...CHAT_PROVIDERS,
  ...AGENT_PROVIDERS,
];

const byId = new Map(REGISTRY.map((provider) => [provider.id, provider]));

/** Position in the enumeration of the interface; what is beyond it follows in the registry's order. */
const positions = new Map<string, number>(PROVIDER_IDS.map((id, position) => [id, position]));
const position = ({ id }: Provider) => positions.get(id) ?? PROVIDER_IDS.length;

export const PROVIDERS: readonly Provider[] = REGISTRY.toSorted((a, b) => position(a) - position(b));

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

const secretKeys = new Set([
  ...SECRET_KEYS,
  ...PROVIDERS.flatMap(({ credentials }) => credentials.filter(({ secret }) => secret).map(({ key }) => key)),
]);

/** True for credential keys that are encrypted at rest and masked in the dashboard: what one provider keeps secret, all do. */
export function isSecretCredential(key: string): boolean {
  return secretKeys.has(key);
}
