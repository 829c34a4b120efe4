import { CHANNEL_NAMES } from '#lib/providers/channel-names.ts';
import { capitalised } from '#lib/reasons/definition.ts';
import { channelOf } from '#lib/steps/labels.ts';
import { counted } from '#lib/text/counted.ts';
import { timesAt } from '#lib/time/day-time.ts';
import type { Explanation } from './schema.ts';
import { displayName } from './summary.ts';

/**
 * Returns the sentence about equal messages: "Jane Cooper was sent this email message 3 times within 24 hours: 2 triggers,
 * and it was sent again once." Undefined if there are none. Triggers include those of the dashboard.
 */
export function equalText({ equal, subscriber, decisive }: Explanation): string | undefined {
  const { step, earlier } = decisive;
  const channel = step && channelOf((earlier ?? step).type);
  if (!equal || !subscriber || !channel) return undefined;
  const { messages, triggers, resent } = equal;
  const causes = [
    ...(triggers > 1 ? [counted(triggers, 'trigger')] : []),
    ...(resent > 0 ? [`${triggers > 1 ? 'it was ' : ''}sent again ${times(resent)}`] : []),
  ];
  const cause = causes.join(', and ') || 'several steps of one trigger';
  return `${displayName(subscriber)} was sent this ${CHANNEL_NAMES[channel]} message ${times(messages)} within 24 hours: ${cause}.`;
}

type Copy = NonNullable<Explanation['equal']>['copies'][number];

/** Returns what differs in another copy: "Today at 14:02, by another trigger". `now` is in milliseconds. */
export function copyText({ sentAt, by }: Copy, now: number): string {
  return `${capitalised(timesAt(now).on(sentAt))}, ${BY[by]}`;
}

const BY: Record<Copy['by'], string> = {
  trigger: 'by another trigger',
  resent: 'sent again on request',
  step: 'by another step of this run',
  original: 'by the same trigger',
};

/** "once", "twice", "3 times" */
function times(count: number): string {
  return count < 3 ? (['never', 'once', 'twice'][count] ?? '') : `${count} times`;
}
