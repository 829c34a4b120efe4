/** The catalogue of providers, for server and browser: facts only. What they send with stands in the registry. */
import { CATALOGUE } from './catalogue.generated.ts';
import type { Channel } from './channel.ts';
import type { Provider } from './provider.ts';
import { SECRET_KEYS } from './secret-keys.ts';
import { fromWireName, toWireName } from './service-name.ts';

/** Those of the enumeration of spec 2.11 in its order, then those beyond it. */
export const PROVIDERS: readonly Provider[] = CATALOGUE;

const byId = new Map(PROVIDERS.map((provider) => [provider.id, provider]));

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

/** True for credential keys that are masked in the dashboard: what one provider keeps secret, all do. */
export function isSecretCredential(key: string): boolean {
  return secretKeys.has(key);
}
