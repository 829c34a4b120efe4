import { providerChannel } from '#lib/providers/catalogue/facts.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { Subscriber } from './schema.ts';

/** Returns the channels for which the subscriber has an address, and in-app, which needs none. */
export function reachableBy({ email, phone, channels = [] }: Subscriber): Set<Channel> {
  const found = new Set<Channel>(['in_app']);
  if (email) found.add('email');
  if (phone) found.add('sms');
  for (const { providerId, credentials } of channels) {
    const channel = providerChannel(providerId);
    const empty = !credentials.webhookUrl && !credentials.channel && !credentials.deviceTokens?.length;
    if (channel && !empty) found.add(channel);
  }
  return found;
}
