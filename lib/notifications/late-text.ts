import { stepLabels } from '#lib/steps/labels.ts';
import { counted } from '#lib/text/counted.ts';
import type { TextTimes } from '#lib/time/day-time.ts';
import { durationText } from '#lib/time/time.ts';
import type { Lateness, LateShare } from './lateness.ts';

type Times = Pick<TextTimes, 'on'>;

/**
 * Returns "Email sent 42 min late: SendGrid could not be reached for 40 min. Sending usually takes 2.0 s (median of 34
 * runs outside outages)." With several causes, each has its part of the delay: "Email sent 38 min late. 4 min: SendGrid
 * could not be reached; 34 min: the message had failed, and ann@example.com retried it at 12:40."
 */
export function lateText(late: Lateness, times?: Times): string {
  const { channel, afterMs, shares } = late;
  const begin = `${stepLabels[channel]} sent ${durationText(afterMs)} late`;
  const [only, ...more] = shares;
  if (only && more.length === 0) return `${begin}: ${causeText(only, times)}${outageSpan(late)}.${usualText(late)}`;
  const parts = shares.map((share) => `${durationText(share.ms)}: ${causeText(share, times)}`);
  return `${begin}. ${parts.join('; ')}.${usualText(late)}`;
}

function causeText({ cause, provider = 'the provider', actor = 'someone', at }: LateShare, times?: Times): string {
  switch (cause) {
    case 'outage':
      return `${provider} could not be reached`;
    case 'retry':
      return `the message had failed, and ${actor} retried it${at && times ? ` ${times.on(at)}` : ''}`;
    case 'provider':
      return `${provider} did not accept the message at first`;
    case 'limit':
      return `the message waited for the limit of the integration`;
    case 'worker':
      return 'a worker stopped while it was sending';
    case 'queue':
      return 'no worker was free';
    case 'unknown':
      return 'the cause was not recorded';
  }
}

/** Returns the length of an outage that is over, if it is the only cause. */
function outageSpan({ cause, outage }: Lateness): string {
  if (cause !== 'outage' || outage?.closedAt === undefined) return '';
  return ` for ${durationText(Date.parse(outage.closedAt) - Date.parse(outage.openedAt))}`;
}

function usualText({ usualMs, usualOf }: Lateness): string {
  if (usualMs === undefined) return '';
  const of = usualOf === undefined ? '' : ` (median of ${counted(usualOf, 'message')} outside outages)`;
  return ` Sending usually takes ${durationText(usualMs)}${of}.`;
}
