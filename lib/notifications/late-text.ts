import { stepLabels } from '#lib/steps/labels.ts';
import { durationText } from '#lib/time/time.ts';
import type { Lateness } from './lateness.ts';

/** Returns "Email sent 42 min late: SendGrid could not be reached for 40 min. Sending usually takes 2.0 s." */
export function lateText(late: Lateness): string {
  const { channel, afterMs, usualMs } = late;
  const usual = usualMs === undefined ? '' : ` Sending usually takes ${durationText(usualMs)}.`;
  return `${stepLabels[channel]} sent ${durationText(afterMs)} late: ${causeText(late)}.${usual}`;
}

function causeText(late: Lateness): string {
  const { cause, provider = 'the provider', actor = 'someone', outage } = late;
  switch (cause) {
    case 'outage':
      return outageText(late);
    case 'retry':
      return outage ? `${outageText(late)}, and ${actor} retried it` : `it had failed, and ${actor} retried it`;
    case 'provider':
      return `${provider} did not accept it at first`;
    case 'limit':
      return `it waited for the limit of the integration`;
    case 'worker':
      return 'a worker stopped while it was sending';
    case 'queue':
      return 'no worker was free';
    case 'unknown':
      return 'the cause was not recorded';
  }
}

function outageText({ provider = 'the provider', outage }: Lateness): string {
  const { openedAt, closedAt } = outage ?? {};
  const span = openedAt && closedAt ? Date.parse(closedAt) - Date.parse(openedAt) : undefined;
  return `${provider} could not be reached${span === undefined ? '' : ` for ${durationText(span)}`}`;
}
