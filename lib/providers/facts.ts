import type { Channel } from './channel.ts';
import { PROVIDER_FACTS } from './facts.generated.ts';
import { fromWireName } from './service-name.ts';

/** What people call the provider with an id, neutral or as on the wire. The id itself when it is not registered. */
export function providerName(id: string): string {
  return PROVIDER_FACTS.get(fromWireName(id))?.displayName ?? id;
}

/** Its channel. Undefined for an agent, and when it is not registered. */
export function providerChannel(id: string): Channel | undefined {
  return PROVIDER_FACTS.get(fromWireName(id))?.channel;
}
