import type { Channel } from '#lib/providers/channel.ts';
import { CHANNEL_NAMES } from '#lib/providers/channel-names.ts';
import { capitalised } from '#lib/reasons/definition.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/time/durations.ts';
import { clockTime, durationText } from '#lib/time/time.ts';
import type { EqualMessages } from './equal.ts';

/**
 * Shorter times between two copies are shown with seconds, because code that triggers twice usually does so
 * immediately.
 */
const NEAR_MS = 3_600_000;

/**
 * Returns the sentence about equal messages: "3 equal emails and 3 equal in-app messages within 4 s, from 2 triggers".
 * Triggers include triggers on the dashboard.
 */
export function equalText(equal: EqualMessages): string {
  const { channel, messages, triggers, resent, others = [] } = equal;
  const all = [{ channel, messages }, ...others].map((each) => `${each.messages} equal ${noun(each.channel)}`);
  const causes = [
    ...(triggers > 1 ? [`from ${counted(triggers, 'trigger')}`] : []),
    ...(resent > 0 ? [`${counted(resent, 'message')} sent again on request`] : []),
  ];
  return `${listText(all)} within ${spanText(equal)}, ${causes.join(', ') || 'from several steps of one trigger'}`;
}

/** Whether equal messages are probably a mistake: more than one of them was sent without a request to send it again. */
export function isMistake({ messages, resent }: EqualMessages): boolean {
  return messages - resent > 1;
}

type Copy = EqualMessages['copies'][number];

/** Returns the difference of another copy: "4 s later, at 14:02:31, by another trigger". `now` is in milliseconds. */
export function copyText({ sentAt, by }: Copy, own: Pick<EqualMessages, 'sentAt'>, now: number, zone?: string): string {
  const gap = Date.parse(sentAt) - Date.parse(own.sentAt);
  if (Math.abs(gap) >= NEAR_MS) return `${capitalised(timesAt(now, zone).on(sentAt))}, ${BY[by]}`;
  const distance =
    Math.abs(gap) < SECOND_MS ? 'At the same time' : `${durationText(Math.abs(gap))} ${gap > 0 ? 'later' : 'earlier'}`;
  return `${distance}, at ${clockTime(sentAt, zone)}, ${BY[by]}`;
}

const BY: Record<Copy['by'], string> = {
  trigger: 'by another trigger',
  resent: 'sent again on request',
  step: 'by another step of this run',
  original: 'by the same trigger',
};

function noun(channel: Channel): string {
  return channel === 'email' ? 'emails' : channel === 'sms' ? 'SMS' : `${CHANNEL_NAMES[channel]} messages`;
}

/**
 * Returns the time from the first to the last copy: "4 s", "12 min". Returns "24 hours" for a longer time, or if not
 * all copies are known.
 */
function spanText({ sentAt, messages, copies }: EqualMessages): string {
  const times = [sentAt, ...copies.map((copy) => copy.sentAt)].map((time) => Date.parse(time));
  const span = Math.max(...times) - Math.min(...times);
  if (copies.length < messages - 1 || span >= NEAR_MS) return '24 hours';
  // A time that begins with “within” needs no tenths of a second.
  return span < MINUTE_MS ? `${Math.max(1, Math.ceil(span / SECOND_MS))} s` : durationText(span);
}
