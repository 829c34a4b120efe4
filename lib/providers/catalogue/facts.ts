import type { Channel } from '#lib/providers/channel.ts';
import { fromWireName } from '#lib/providers/service-name.ts';
import { PROVIDER_FACTS } from './facts.generated.ts';

/**
 * Returns the display name of a provider by its ID, neutral or as on the wire. Returns the ID itself if the provider is
 * not registered.
 */
export function providerName(id: string): string {
  return PROVIDER_FACTS.get(fromWireName(id))?.displayName ?? id;
}

/** Returns the provider's channel. Undefined for an agent, or for a provider that is not registered. */
export function providerChannel(id: string): Channel | undefined {
  return PROVIDER_FACTS.get(fromWireName(id))?.channel;
}

/** Returns the IDs of the providers of a channel, as stored. */
export function channelProviders(channel: Channel): string[] {
  return [...PROVIDER_FACTS].filter(([, facts]) => facts.channel === channel).map(([id]) => id);
}
