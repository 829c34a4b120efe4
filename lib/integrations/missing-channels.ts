import { CHANNELS } from '#lib/providers/channel-names.ts';
import type { Integration } from './schema.ts';

/** Returns the channels among the types of steps for which no integration is active, in the order of the channels. */
export function missingChannels(
  stepTypes: readonly string[],
  integrations: readonly Pick<Integration, 'active' | 'channel' | 'kind'>[],
): (typeof CHANNELS)[number][] {
  const served = integrations.flatMap(({ active, channel, kind }) => (active && kind !== 'agent' ? channel : []));
  return CHANNELS.filter((channel) => stepTypes.includes(channel) && !served.includes(channel));
}
