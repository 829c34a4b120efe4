import type { Message } from '#lib/messages/schema.ts';
import { addressField, addressName } from '#lib/reasons/links.ts';
import type { ReasonCode } from '#lib/reasons/registry.ts';
import { nameOf } from '#lib/subscribers/name.ts';

const LACKING: ReadonlySet<string | undefined> = new Set<ReasonCode>(['no_address']);

/** Returns why a skipped message still cannot be sent: the subscriber has no address. */
export function whyNotSent({ channel, reason, subscriber }: Pick<Message, 'channel' | 'reason' | 'subscriber'>) {
  const field = addressField(channel);
  if (!field || !subscriber || !LACKING.has(reason?.code) || subscriber[field]) return undefined;
  return `Cannot send: ${nameOf(subscriber)} has no ${addressName(channel)}`;
}
