/** The catalogue of providers, for server and browser: only facts. The code that sends is in the registry. */

import type { Channel } from '#lib/providers/channel.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { SECRET_KEYS } from '#lib/providers/secret-keys.ts';
import { fromWireName, toWireName } from '#lib/providers/service-name.ts';
import { CATALOGUE } from './catalogue.generated.ts';

/** All providers: first those of the enumeration in spec 2.11, in its order, then the additional ones. */
export const PROVIDERS: readonly Provider[] = CATALOGUE;

const byId = new Map(PROVIDERS.map((provider) => [provider.id, provider]));

/** Finds the provider with an ID, neutral or as on the wire. */
export function findProvider(id: string): Provider | undefined {
  return byId.get(fromWireName(id));
}

export function providersOfChannel(channel: Channel): Provider[] {
  return PROVIDERS.filter((provider) => provider.channel === channel);
}

/**
 * Returns the catalogue in its wire shape: IDs have the vendor prefix, and facts that only delivery needs are omitted.
 */
export function providerCatalogue() {
  return PROVIDERS.map(({ sendsToPhone: _, acceptsHeaders: __, readsMailbox: ___, choice: ____, ...provider }) => {
    const { id, credentials, ...shown } = provider;
    return {
      providerId: toWireName(id),
      ...shown,
      credentials: credentials.map(({ options, unread: _, ...field }) => ({
        ...field,
        ...(options && { options: [...options] }),
      })),
    };
  });
}

const secretKeys = new Set([
  ...SECRET_KEYS,
  ...PROVIDERS.flatMap(({ credentials }) => credentials.filter(({ secret }) => secret).map(({ key }) => key)),
]);

/** Whether the dashboard masks a credential key. A key that is secret for one provider is secret for all. */
export function isSecretCredential(key: string): boolean {
  return secretKeys.has(key);
}
