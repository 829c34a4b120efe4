import { channelNames } from '#components/status/channels.tsx';
import { type State, states } from '#components/status/states.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { addressName } from '#lib/reasons/links.ts';
import { parseReason, whyOf } from '#lib/reasons/registry.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { reachableBy } from '#lib/subscribers/reachable.ts';
import type { ChannelHealth, Subscriber } from '#lib/subscribers/schema.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { sinceText } from '#lib/time/day-time.ts';
import { relativeTime } from '#lib/time/time.ts';

/** A channel of a subscriber: whether it is reachable, and the results of its messages. */
export interface ChannelReach {
  channel: Channel;
  /** The missing address: "No phone number". Undefined if the subscriber can be reached. */
  missing: string | undefined;
  health: ChannelHealth | undefined;
}

/**
 * The channels that are always shown, because every subscriber can have them. Other channels are shown once they are
 * used or set up.
 */
const COMMON: readonly Channel[] = ['in_app', 'email', 'sms'];

/** Returns why the subscriber cannot be reached in a channel: "No phone number". */
export function missingOf(subscriber: Subscriber, channel: Channel): string | undefined {
  return missingIn(reachableBy(subscriber), channel);
}

function missingIn(reachable: ReadonlySet<Channel>, channel: Channel): string | undefined {
  return reachable.has(channel) ? undefined : `No ${addressName(channel)}`;
}

export function reachOf(subscriber: Subscriber, health: readonly ChannelHealth[] = []): ChannelReach[] {
  const reachable = reachableBy(subscriber);
  const known = new Map(health.map((each) => [each.channel, each]));
  return channelNames
    .filter((channel) => COMMON.includes(channel) || reachable.has(channel) || known.has(channel))
    .map((channel) => ({
      channel,
      missing: missingIn(reachable, channel),
      health: known.get(channel),
    }));
}

/**
 * Returns the text about a channel after its name: "sent 2 d ago", "failing since 25 Oct", "No phone number", "nothing
 * sent yet". `now` is in milliseconds.
 */
export function reachText({ missing, health }: ChannelReach, now: number, zone?: string): string {
  if (missing) return missing;
  if (health?.failing?.isAddressNew) return lowerFirst(NOT_TRIED);
  if (health?.failing) return failingText(health.failing, now, zone);
  const sent = health?.lastDeliveredAt;
  return sent ? `${lowerFirst(states[sentState(health)].label)} ${relativeTime(sent, now)}` : 'nothing sent yet';
}

/** Returns the state of the channel. Undefined while nothing was sent. */
export function reachState({ missing, health }: ChannelReach): State | undefined {
  if (missing) return 'skipped';
  if (health?.failing) return health.failing.isAddressNew ? undefined : 'failed';
  return health?.lastDeliveredAt ? sentState(health) : undefined;
}

function sentState({ lastWasSandboxed }: ChannelHealth): State {
  return lastWasSandboxed ? 'sandboxed' : 'sent';
}

/** The result of a channel whose address was changed after the newest failure. */
export const NOT_TRIED = 'New address, not tried yet';

/** Returns "failing since 25 Oct". */
export function failingText(
  { since, isOlder }: NonNullable<ChannelHealth['failing']>,
  now: number,
  zone?: string,
): string {
  return `failing since ${isOlder ? 'before ' : ''}${sinceText(since, now, zone)}`;
}

/** The nouns of each channel's messages, singular and plural. */
const nouns = {
  in_app: ['in-app message', 'in-app messages'],
  email: ['email', 'emails'],
  sms: ['SMS', 'SMS'],
  chat: ['chat message', 'chat messages'],
  push: ['push message', 'push messages'],
} as const satisfies Record<Channel, readonly [string, string]>;

/**
 * Returns "Last 2 emails were not sent: no email integration is active." Failures before a message existed count as not
 * sent. If the address was changed since, the text starts with "Before the change".
 */
export function failureText(
  channel: Channel,
  { count, withoutMessage, reason, isAddressNew }: NonNullable<ChannelHealth['failing']>,
  subscriber: Subscriber,
): string {
  const [one, many] = nouns[channel];
  const last = isAddressNew ? 'Before the change, the last' : 'Last';
  const what = count === 1 ? `${last} ${one}` : `${last} ${count} ${many}`;
  const became = withoutMessage < count ? 'failed' : count === 1 ? 'was not sent' : 'were not sent';
  const known = parseReason(reason);
  const why = known ? `: ${whyOf(known, { subscriber: nameOf(subscriber) })}` : '';
  return `${what} ${became}${why}.`;
}
