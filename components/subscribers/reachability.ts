import { channelNames, channels } from '#components/status/channels.tsx';
import type { Channel } from '#lib/providers/channel.ts';
import { clauseOf, parseReason } from '#lib/reasons/registry.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { reachableBy } from '#lib/subscribers/reachable.ts';
import type { ChannelHealth, Subscriber } from '#lib/subscribers/schema.ts';

/** A channel of a subscriber: whether anything can be sent to it, and what became of what was. */
export interface ChannelReach {
  channel: Channel;
  /** What is missing to reach the subscriber: "No phone number". */
  missing: string | undefined;
  health: ChannelHealth | undefined;
}

/** What each channel needs. The inbox needs nothing. */
const missingLabels: Partial<Record<Channel, string>> = {
  email: 'No e-mail address',
  sms: 'No phone number',
  chat: 'No chat address',
  push: 'No device',
};

/** Always shown, because everybody can have them. Others are shown once they were used or set up. */
const COMMON: readonly Channel[] = ['in_app', 'email', 'sms'];

export function reachOf(subscriber: Subscriber, health: readonly ChannelHealth[] = []): ChannelReach[] {
  const reachable = reachableBy(subscriber);
  const known = new Map(health.map((each) => [each.channel, each]));
  return channelNames
    .filter((channel) => COMMON.includes(channel) || reachable.has(channel) || known.has(channel))
    .map((channel) => ({
      channel,
      missing: reachable.has(channel) ? undefined : missingLabels[channel],
      health: known.get(channel),
    }));
}

/** "E-mail fails", "No phone number", "In-app": a channel in a word or three. */
export function reachText({ channel, missing, health }: ChannelReach): string {
  const { label } = channels[channel];
  return missing ?? (health?.failing ? `${label} fails` : label);
}

/** How many attempts failed in a row and why, as a sentence. */
export function failureText(failing: NonNullable<ChannelHealth['failing']>, subscriber: Subscriber): string {
  const reason = parseReason(failing.reason);
  const why = reason ? `: ${clauseOf(reason, { subscriber: nameOf(subscriber) })}` : '';
  return `${attemptsText(failing)}${why}.`;
}

function attemptsText({ count, withoutMessage }: NonNullable<ChannelHealth['failing']>): string {
  if (withoutMessage === 0) return count === 1 ? 'The last message failed' : `The last ${count} messages failed`;
  if (withoutMessage === count) {
    return `${count === 1 ? 'The last step' : `The last ${count} steps`} failed before there was a message`;
  }
  return `The last ${count} attempts failed, ${withoutMessage} of them before there was a message`;
}
