import { CHANNELS } from '#lib/providers/channel-names.ts';
import type { Integration } from './schema.ts';

/** Returns the channels of these step types that have no active integration, in the order of `CHANNELS`. */
export function missingChannels(
  stepTypes: readonly string[],
  integrations: readonly Pick<Integration, 'active' | 'channel' | 'kind'>[],
): (typeof CHANNELS)[number][] {
  const served = integrations.flatMap(({ active, channel, kind }) => (active && kind !== 'agent' ? channel : []));
  return CHANNELS.filter((channel) => stepTypes.includes(channel) && !served.includes(channel));
}
